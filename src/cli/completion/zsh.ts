/** Zsh shows a summary beside each word. */
import type { CommandNode, WordChoice } from './command-tree.ts'

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** A colon ends the word, so those of a word are marked. */
const described = ({ word, summary }: WordChoice) => quote(`${word.replaceAll(':', '\\:')}:${summary}`)

export function zshScript(nodes: readonly CommandNode[]): string {
  const known = nodes.filter(({ path }) => path !== '').map(({ path }) => quote(path))
  const values = nodes.flatMap(({ path, options }) =>
    options
      .filter(({ type }) => type === 'string')
      .map(({ word, choices }) => {
        const found = choices ? `compadd -- ${choices.map(quote).join(' ')}` : '_files'
        return `    ${quote(`${path} ${word}`)}) ${found}; return ;;`
      }),
  )
  const words = nodes.map(({ path, next, options, values: argumentValues }) => {
    const choices = [...next, ...argumentValues.map((word) => ({ word, summary: word }))]
    return `    ${quote(path)}) choices=(${choices.map(described).join(' ')}); flags=(${options.map(described).join(' ')}) ;;`
  })
  return `#compdef lodgewire
# Completes lodgewire in zsh. Load it after compinit with: source <(lodgewire completion zsh)
_lodgewire() {
  local at='' i
  local -a choices flags
  for ((i = 2; i < CURRENT; i++)); do
    case "\${at:+$at }\${words[i]}" in
      (${known.join('|')}) at="\${at:+$at }\${words[i]}" ;;
      (*) break ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${values.map((line) => line.replace(/^ {4}/, '    (')).join('\n')}
  esac
  case "$at" in
${words.map((line) => line.replace(/^ {4}/, '    (')).join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then _describe -o option flags
  elif (( \${#choices} )); then _describe command choices
  else _files
  fi
}
if [[ \${funcstack[1]} == _lodgewire ]]; then _lodgewire "$@"
else compdef _lodgewire lodgewire
fi`
}
