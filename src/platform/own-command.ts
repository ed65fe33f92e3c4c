/** The installed package has JavaScript in the place of TypeScript, and npm starts its command by name. */
const isPackage = import.meta.filename.endsWith('.js')

/** `bin/lodgewire` of the repository says that it was called by name. */
const isByName = process.env['LODGEWIRE_PROGRAM'] === 'lodgewire'

/** Texts that tell what to run begin a command of ours with it. */
export const ownCommand = isByName ? 'lodgewire' : isPackage ? 'npx lodgewire' : 'npm run lodgewire --'
export const startCommand = isPackage ? 'npx lodgewire start' : 'npm start'
