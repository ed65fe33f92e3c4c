/** The installed package has JavaScript in the place of TypeScript, and npm starts its command by name. */
const isPackage = import.meta.filename.endsWith('.js')

/** Texts that tell what to run begin a command of ours with it. */
export const ownCommand = isPackage ? 'npx lodgewire' : 'npm run lodgewire --'
export const startCommand = isPackage ? 'npx lodgewire start' : 'npm start'
