/** The vendor writes times in UTC without saying so: `YYYY-MM-DD HH:MM:SS`. */
export function stamp(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

export function stampMs(value: string): number {
  return Date.parse(`${value.replace(' ', 'T')}Z`)
}
