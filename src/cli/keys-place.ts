import { keysFilePath, readKeysFile } from '../features/tenancy/workspaces/keys-file.ts'
import { ownCommand } from '../platform/own-command.ts'

/** Says where the first start's keys are, without showing them. */
export function keysPlace(dataDir: string): string {
  const file = keysFilePath(dataDir)
  if (readKeysFile(dataDir)) return `The keys of the first start are in ${file} (sandboxKey, liveKey).`
  return `There are no keys in ${file}. The first start of a server writes them there; ${ownCommand} keys create makes more.`
}
