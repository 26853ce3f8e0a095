# What runs before Deno's runtime does, on Linux on x86-64, and hands over to it.
#
# The runtime ends in a panic of its own, before a line of fab is read, where an argument is not
# UTF-8 or the working directory is gone. Both happen to people: here the first is an error in one
# line, and the second a working directory that fab can tell (lib/proc/env.ts).
#
# add_entry.ts puts this behind the program and makes it the entry. The bytes are kept in
# x86_64_linux.ts; tests/binary/entry_test.ts assembles this file and compares.
#
# At a program's entry %rsp points to argc, with argv behind it, and %rdx is the dynamic linker's:
# both are left as they were.

	.text
	push	%rdx
	mov	8(%rsp), %rbx			# argc
	lea	16(%rsp), %r12			# argv

next_argument:
	dec	%rbx
	js	arguments_are_good
	mov	(%r12), %rsi
	add	$8, %r12
next_character:
	movzbl	(%rsi), %eax
	inc	%rsi
	test	%eax, %eax
	jz	next_argument
	cmp	$0x80, %eax
	jb	next_character
	mov	$0x80, %edi			# the next byte's lower
	mov	$0xbf, %r8d			# and upper bound
	mov	$1, %ecx			# how many bytes follow
	cmp	$0xc2, %eax
	jb	not_utf8
	cmp	$0xdf, %eax
	jbe	following
	inc	%ecx
	cmp	$0xe0, %eax
	jne	1f
	mov	$0xa0, %edi			# below: longer than need be
1:	cmp	$0xed, %eax
	jne	2f
	mov	$0x9f, %r8d			# above: a surrogate
2:	cmp	$0xef, %eax
	jbe	following
	inc	%ecx
	cmp	$0xf0, %eax
	jne	3f
	mov	$0x90, %edi
3:	cmp	$0xf4, %eax
	ja	not_utf8
	jne	following
	mov	$0x8f, %r8d			# above: more than U+10FFFF
following:
	movzbl	(%rsi), %eax
	cmp	%edi, %eax
	jb	not_utf8
	cmp	%r8d, %eax
	ja	not_utf8
	inc	%rsi
	mov	$0x80, %edi
	mov	$0xbf, %r8d
	dec	%ecx
	jnz	following
	jmp	next_character

not_utf8:
	lea	not_utf8_words(%rip), %rsi
	mov	$not_utf8_end - not_utf8_words, %edx
	mov	$2, %ebx
	jmp	fail

arguments_are_good:
	sub	$4096, %rsp
	mov	%rsp, %rdi
	mov	$4096, %esi
	mov	$79, %eax			# getcwd
	syscall
	cmp	$-2, %rax			# ENOENT: it was removed
	je	gone
	test	%rax, %rax
	js	go				# too long to tell, and there
	cmpb	$'/', (%rsp)
	je	go				# else "(unreachable)…"
gone:
	lea	nowhere(%rip), %rdi
	mov	$80, %eax			# chdir
	syscall
	test	%rax, %rax
	jz	go
	lea	gone_words(%rip), %rsi
	mov	$gone_end - gone_words, %edx
	mov	$1, %ebx
fail:
	mov	$2, %edi
	mov	$1, %eax			# write
	syscall
	mov	%ebx, %edi
	mov	$231, %eax			# exit_group
	syscall
go:
	add	$4096, %rsp
	pop	%rdx
	jmp	program

# A directory of this very process: no shell ever stands in it.
nowhere:
	.asciz	"/proc/self/fdinfo"
not_utf8_words:
	.ascii	"fab: an argument is not UTF-8; what fab is told must be\n"
not_utf8_end:
gone_words:
	.ascii	"fab: the working directory no longer exists; cd to one that does\n"
gone_end:
program:
	.byte	0xe9				# jmp, to where add_entry.ts says
	.long	0
