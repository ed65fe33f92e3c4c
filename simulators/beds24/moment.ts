/** Reads a moment or a plain day of a filter; undefined if it is neither. */
export function readMoment(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?Z?)?$/.test(text)) return undefined
  const ms = Date.parse(text.length === 10 || text.endsWith('Z') ? text : `${text}Z`)
  return Number.isNaN(ms) ? undefined : ms
}
