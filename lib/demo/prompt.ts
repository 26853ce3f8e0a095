/**
 * What the demo delivers.
 *
 * @module
 */

/**
 * Text of the kinds that go astray when keys are sent carelessly: a leading dash, key names,
 * quotes, what shells and tmux expand, wide characters, several lines, a trailing semicolon.
 */
export const DEMO_PROMPT = `-- Tell me what you received. Nothing in here is a key or a command:
Enter C-c "double" 'single' \`back\` $HOME \\n #{pane_id} #(date)
世界 naïve 👋 and the last line ends in a semicolon;`;
