import packageJson from '../../package.json' with { type: 'json' }

/** Only package.json holds the version; the API's description has its own. */
export const serverVersion: string = packageJson.version

/** Vendors identify clients by it, and some refuse calls without it. */
export const userAgent = `Lodgewire/${serverVersion}`
