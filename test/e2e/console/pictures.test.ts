/**
 * Pictures of every screen, with a page to look through them: `npm run screens` makes all, on a desk and a phone, light
 * and dark, in both languages. Among the tests it makes those of one look, so that the way to make them stays whole.
 */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { api } from '../../harness/server-process.ts'
import { withoutChromium, type Looks } from '../connect/chromium.ts'
import { linksOf, shapeOf } from './press-everything.ts'
import { openSandbox, screens, settled, startConsoleWorld, type ConsoleWorld } from './world.ts'

const folder = path.resolve(import.meta.dirname, '../../../screenshots/all')
const isAll = process.env['SCREENS'] !== undefined

interface Look {
  name: string
  looks: Looks
}

const widths = { desktop: 1280, phone: 360 }
const languages = { en: 'en-GB', fr: 'fr-FR' }

const everyLook: readonly Look[] = Object.entries(widths).flatMap(([device, width]) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    Object.entries(languages).map(([language, locale]) => ({
      name: `${device} ${colorScheme} ${language}`,
      looks: { width, colorScheme, locale },
    })),
  ),
)
const looks = isAll ? everyLook : everyLook.slice(0, 1)

interface Picture {
  screen: string
  look: string
  file: string
}

const page = (pictures: readonly Picture[]): string => `<!doctype html>
<meta charset="utf-8" />
<title>Screens</title>
<style>
  body { font: 15px system-ui; margin: 1rem; background: #888; }
  label { margin-right: 1rem; }
  img { display: block; margin: 1rem auto; max-width: 100%; box-shadow: 0 2px 12px #0006; }
</style>
<label>Screen <select id="screen"></select></label><label>Look <select id="look"></select></label>
Arrow keys: left and right for screens, up and down for looks.
<img id="picture" alt="" />
<script>
  const pictures = ${JSON.stringify(pictures)}
  const choices = ['screen', 'look'].map((part) => {
    const select = document.getElementById(part)
    for (const name of new Set(pictures.map((picture) => picture[part]))) select.add(new Option(name))
    select.onchange = show
    return select
  })
  function show() {
    const [screen, look] = choices.map(({ value }) => value)
    const found = pictures.find((picture) => picture.screen === screen && picture.look === look)
    document.getElementById('picture').src = found?.file ?? ''
  }
  addEventListener('keydown', (event) => {
    const [select, step] = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [1, -1], ArrowDown: [1, 1] }[event.key] ?? []
    if (select === undefined) return
    event.preventDefault()
    const { options, selectedIndex } = choices[select]
    choices[select].selectedIndex = (selectedIndex + step + options.length) % options.length
    show()
  })
  show()
</script>
`

describe('pictures of the console', { skip: withoutChromium(), concurrency: false }, () => {
  let world: ConsoleWorld
  before(async () => {
    world = await startConsoleWorld()
    mkdirSync(folder, { recursive: true })
    const { liveKey } = world.server().keys
    const { body } = await api<{ invitationLink: string }>(world.server(), liveKey, 'POST', '/v1/members', {
      email: 'ada@example.com',
      role: 'owner',
    })
    const { search, hash } = new URL(body.invitationLink)
    const watched = await world.open()
    await watched.page.goto(`${world.origin()}/console${search}${hash}`)
    await watched.page.locator('button.main').click()
    await watched.page.locator('nav.side').waitFor({ state: 'attached' })
    await watched.context.close()
  })
  after(() => world.stop())

  /** Each kind of screen once, also those that only a link of another leads to. */
  const takeAll = async ({ name, looks: how }: Look): Promise<Picture[]> => {
    const watched = await world.signIn(how)
    await openSandbox(watched.page)
    const queue = Object.values(screens).map(world.addressOf)
    const known = new Set(queue.map(shapeOf))
    const pictures: Picture[] = []
    for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
      await watched.page.goto(address)
      await settled(watched.page)
      const screen = shapeOf(new URL(address).pathname).replace('/console', '') || '/'
      const file = `${`${screen} ${name}`.replaceAll(/[^\w]+/g, '-').replace(/^-/, '')}.png`
      await watched.page.screenshot({
        path: path.join(folder, file),
        animations: 'disabled',
        fullPage: true,
      })
      pictures.push({ screen, look: name, file })
      for (const link of await linksOf(watched.page)) {
        if (known.has(shapeOf(link))) continue
        known.add(shapeOf(link))
        queue.push(link)
      }
    }
    await watched.context.close()
    return pictures
  }

  const pictures: Picture[] = []
  for (const look of looks)
    test(look.name, async () => {
      pictures.push(...(await takeAll(look)))
      writeFileSync(path.join(folder, 'index.html'), page(pictures))
      const taken = pictures.filter((picture) => picture.look === look.name)
      assert.ok(taken.length >= Object.keys(screens).length, `${taken.length}`)
      if (isAll) console.log(`${look.name}: ${taken.length} pictures`)
    })

  after(() => console.log(`look at ${path.relative(process.cwd(), path.join(folder, 'index.html'))}`))
})
