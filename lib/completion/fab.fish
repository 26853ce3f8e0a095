# Completion of fab for fish 3.1 and later.
#   fab completion fish > ~/.config/fish/completions/fab.fish
function __fab_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    set -l lines (command fab __complete -- $before[2..-1] "$current" 2>/dev/null)
    set -l prefix (string match -r '^--[^=]+=' -- "$current")
    set -l written (string replace -r '^--[^=]+=' '' -- "$current")
    switch "$lines[1]"
        case files
            for path in (__fish_complete_path "$written")
                echo -- "$prefix$path"
            end
        case directories
            for path in (__fish_complete_directories "$written" '')
                echo -- "$prefix$path"
            end
        case '*'
            string join \n -- $lines[2..-1]
    end
end
# Fish brings completions of another fab, which it would load behind these: loaded now, they can go.
complete -C'fab --' >/dev/null 2>&1
complete -c fab -e
complete -c fab -k -f -a '(__fab_complete)'
