/** The vendor writes moments to the minute and without a zone; here they are in UTC. */
export function stamp(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}
