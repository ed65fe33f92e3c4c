import packageJson from '../../package.json' with { type: 'json' }

/** package.json is the only place that says it; the description of the API has a version of its own. */
export const serverVersion: string = packageJson.version

/** Vendors find a version that misbehaves by it, and some refuse calls without it. */
export const userAgent = `Lodgewire/${serverVersion}`
