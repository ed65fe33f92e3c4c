/** Bash asks a function for the words that may stand at the cursor. */
import type { CommandNode } from './command-tree.ts'

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

export function bashScript(nodes: readonly CommandNode[]): string {
  const known = nodes.filter(({ path }) => path !== '').map(({ path }) => quote(path))
  const values = nodes.flatMap(({ path, options }) =>
    options
      .filter(({ type }) => type === 'string')
      .map(
        ({ word, choices = [] }) => `    ${quote(`${path} ${word}`)}) words=${quote(choices.join(' '))} ;;`,
      ),
  )
  const words = nodes.map(({ path, next, options, values: argumentValues }) => {
    const all = [...next, ...options].map(({ word }) => word)
    return `      ${quote(path)}) words=${quote([...all, ...argumentValues].join(' '))} ;;`
  })
  return `# Completes lodgewire in bash. Load it with: source <(lodgewire completion bash)
_lodgewire() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at='' words='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${at:+$at }\${COMP_WORDS[i]}" in
      ${known.join(' | ')}) at="\${at:+$at }\${COMP_WORDS[i]}" ;;
      *) break ;;
    esac
  done
  case "$at $prev" in
${values.join('\n')}
    *)
    case "$at" in
${words.join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _lodgewire lodgewire`
}
