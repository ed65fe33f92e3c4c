/** Walks a file or folder and hands what it finds to a target: another folder, or an archive. */
import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'

/** Paths of the target are relative, with slashes. */
export interface CopyTarget {
  openFolder(to: string, mode: number): Promise<void>
  /** Called once the content of the folder is complete. */
  closeFolder(to: string): Promise<void>
  /** Returns the bytes that were copied. */
  copyFile(from: string, to: string): Promise<number>
  writeFile(to: string, text: string, mode: number): Promise<void>
}

export type CopyChoice = 'whole' | 'empty' | 'not'

export interface CopyOptions {
  /** Decides for each entry by its path inside of the folder. */
  taken?(inside: string): CopyChoice
  /** Called after each file with its length. */
  copied?(bytes: number): void
}

/** Files removed meanwhile are left out. Throws if `from` is neither file nor folder. */
export async function copyTree(
  target: CopyTarget,
  from: string,
  to: string,
  options: CopyOptions = {},
  inside = '',
): Promise<void> {
  const [source, goal] = [path.join(from, inside), path.posix.join(to, inside)]
  const found = await lstat(source)
  if (found.isFile()) {
    const bytes = await target.copyFile(source, goal)
    options.copied?.(bytes)
    return
  }
  if (!found.isDirectory()) throw new Error(`${source} is neither file nor folder, and not copied`)
  await target.openFolder(goal, found.mode & 0o7777)
  for (const name of await readdir(source)) {
    const place = path.posix.join(inside, name)
    const how = options.taken?.(place) ?? 'whole'
    if (how === 'empty') await target.openFolder(path.posix.join(to, place), found.mode & 0o7777)
    if (how === 'whole') await copyTree(target, from, to, options, place).catch(unlessGone)
  }
  await target.closeFolder(goal)
}

function unlessGone(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
