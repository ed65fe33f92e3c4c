/** Fish has a line for each word, with the condition under which it fits. */
import type { CommandNode } from './command-tree.ts'

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

export function fishScript(nodes: readonly CommandNode[]): string {
  const known = nodes.filter(({ path }) => path !== '').map(({ path }) => quote(path))
  const lines = nodes.flatMap(({ path, next, options, values }) => {
    const at = `complete -c lodgewire -n ${quote(`__lodgewire_at ${quote(path)}`)}`
    return [
      ...next.map(({ word, summary }) => `${at} -f -a ${quote(word)} -d ${quote(summary)}`),
      ...values.map((value) => `${at} -f -a ${quote(value)}`),
      ...options.map(({ word, summary, type, choices }) => {
        const value = type === 'boolean' ? '' : choices ? ` -x -a ${quote(choices.join(' '))}` : ' -r'
        return `${at} -l ${word.slice(2)}${value} -d ${quote(summary)}`
      }),
    ]
  })
  return `# Completes lodgewire in fish. Load it with: lodgewire completion fish | source
function __lodgewire_at
    set -l at
    for word in (commandline -opc)[2..-1]
        contains -- (string join ' ' -- $at $word) ${known.join(' ')}
        or break
        set -a at $word
    end
    set -l joined (string join ' ' -- $at)
    test "$joined" = "$argv[1]"
end
${lines.join('\n')}`
}
