/** At a release, CHANGELOG.md's Unreleased section becomes the version's section, and its text the notes. */

const unreleased = '## Unreleased'

/** Returns the lines from a heading to the next one of its level. */
function sectionAfter(changelog: string, heading: string): string | null {
  const lines = changelog.split('\n')
  const start = lines.findIndex((line) => line === heading || line.startsWith(`${heading} `))
  if (start < 0) return null
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('## '))
  const end = length < 0 ? lines.length : start + 1 + length
  return lines
    .slice(start + 1, end)
    .join('\n')
    .trim()
}

/** Returns the version's own section if it exists, else what is unreleased. */
export function readReleaseNotes(changelog: string, version: string): string {
  const notes = sectionAfter(changelog, `## ${version}`) ?? sectionAfter(changelog, unreleased)
  if (!notes)
    throw new Error(`CHANGELOG.md says nothing about ${version}: write what changed under "${unreleased}".`)
  return notes
}

/** Whether a version that has its section already would leave out what was written since. */
export function isLeavingOut(changelog: string, version: string): boolean {
  const isWritten = sectionAfter(changelog, `## ${version}`) !== null
  return isWritten && /^- /m.test(sectionAfter(changelog, unreleased) ?? '')
}

/** Dates the version's section, made of what is unreleased if necessary. */
export function closeChangelog(changelog: string, version: string, day: string): string {
  const heading = `## ${version} (${day})`
  if (sectionAfter(changelog, `## ${version}`) !== null) {
    return changelog
      .split('\n')
      .map((line) => (line === `## ${version}` || line.startsWith(`## ${version} `) ? heading : line))
      .join('\n')
  }
  if (sectionAfter(changelog, unreleased) === null) throw new Error(`CHANGELOG.md has no "${unreleased}".`)
  return changelog.replace(unreleased, `${unreleased}\n\n${heading}`)
}

export interface ReleaseSection {
  /** As the heading says it, like `0.1.0 (2026-11-28)` or `Unreleased`. */
  title: string
  operators: string
  callers: string
}

const notesOf = (section: string, whose: string): string =>
  new RegExp(`### Notes for ${whose}\\n([^]*?)(?=\\n### |$)`).exec(section)?.[1]?.trim() ?? 'Nothing to do.'

/** Returns what every release asks of operators and callers, the newest first. */
export const readReleaseSections = (changelog: string): ReleaseSection[] =>
  changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: section.slice(0, section.indexOf('\n')),
      operators: notesOf(section, 'operators'),
      callers: notesOf(section, 'callers'),
    }))
