import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { readOpenApi, readTexts } from './files.ts'
import { docsSections, pageAddress, resourceGroups, sectionOfPage } from './manifest.ts'

/** Texts in these folders are listed by their folder. */
const isListedByFolder = (file: string) => /^docs\/(errors|connectors|decisions|contributing)\//.test(file)

describe('the manifest of the documentation', () => {
  const files = [...readTexts().values()].map(({ file }) => file).filter((file) => !isListedByFolder(file))
  const pages = files.map((file) => path.parse(file).name).filter((name) => name !== 'README')
  const entered = docsSections.flatMap(({ groups }) => groups.flatMap((group) => group.pages))

  it('names every text under docs/', () => {
    const missing = files.filter((file) => {
      const { name } = path.parse(file)
      return name !== 'README' && sectionOfPage(name) === undefined
    })
    assert.deepEqual(missing, [], 'enter it in src/http/docs-pages/manifest.ts')
  })

  it('names every text in the section that its folder says', () => {
    for (const file of files.filter((one) => path.parse(one).name !== 'README'))
      assert.equal(path.dirname(pageAddress(path.parse(file).name)), `/${path.dirname(file)}`, file)
  })

  it('names nothing that is not there, and nothing twice', () => {
    assert.deepEqual(
      entered.filter((name) => !pages.includes(name)),
      [],
    )
    assert.deepEqual(entered.toSorted(), [...new Set(entered)].toSorted())
    assert.deepEqual(pages.toSorted(), [...new Set(pages)].toSorted(), 'two texts of one name')
  })

  it('has every resource of the description in one group', () => {
    const { tags } = JSON.parse(readOpenApi()) as { tags: { name: string }[] }
    assert.deepEqual(
      resourceGroups.flatMap((group) => group.tags).toSorted(),
      tags.map(({ name }) => name).toSorted(),
    )
  })
})
