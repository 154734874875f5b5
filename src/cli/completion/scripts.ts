/**
 * The shells that complete `clew`. Their scripts ask `clew completion words` for the candidates, and insert names that
 * agents chose in quotes: zsh and fish do that themselves.
 */
export const scripts = {
  bash: `# Completion of clew in bash. Add to ~/.bashrc:  eval "$(clew completion bash)"
_clew() {
  local words line name IFS=$'\\n'
  words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  COMPREPLY=()
  while IFS= read -r line; do
    [ -n "$line" ] || continue
    printf -v name %q "\${line%%$'\\t'*}"
    COMPREPLY+=("$name")
  done < <("\${COMP_WORDS[0]}" completion words -- "\${words[@]}" 2>/dev/null)
}
complete -o default -F _clew clew
`,
  zsh: `#compdef clew
# Completion of clew in zsh. Add to ~/.zshrc after compinit:  eval "$(clew completion zsh)"
_clew() {
  local -a found
  local line
  while IFS= read -r line; do
    [[ -n "$line" ]] || continue
    local name="\${line%%$'\\t'*}" text="\${line#*$'\\t'}"
    found+=("\${name//:/\\\\:}\${text:+:$text}")
  done < <("\${words[1]}" completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe 'clew' found; else _files; fi
}
compdef _clew clew
`,
  fish: `# Completion of clew in fish. Save as ~/.config/fish/completions/clew.fish
function __clew_words
    set -l words (commandline -opc) (commandline -ct)
    $words[1] completion words -- $words[2..-1] 2>/dev/null
end
complete -c clew -f -n 'test -n "$(__clew_words)"' -a '(__clew_words)'
`,
  powershell: `# Completion of clew in PowerShell. Add to $PROFILE:  clew completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName clew -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.StartOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
    # PowerShell before 7.3 drops empty arguments.
    if ($wordToComplete -eq '') { $words += if ($PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { '' } }
    & $commandAst.CommandElements[0].ToString() completion words '--' @words 2>$null | ForEach-Object {
        $name, $text = $_ -split "\`t", 2
        $hint = if ($text) { $text } else { $name }
        $typed = if ($name -match '^[\\w./:-]+$') { $name } else { "'" + $name.Replace("'", "''") + "'" }
        [System.Management.Automation.CompletionResult]::new($typed, $name, 'ParameterValue', $hint)
    }
}
`,
} as const;

/** A shell with completion. */
export type Shell = keyof typeof scripts;
