/** Rules of the console that need no browser: bars in lanes, choosing nights by keyboard, files for spreadsheets, the shell's addresses. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shellFor } from '../../src/http/console-page.ts'
import { laneCount, placeInLanes } from '../../web/console/src/calendar/lanes.ts'
import { firstOf, isSelected, lastOf, movedBy } from '../../web/console/src/calendar/selection.ts'
import { csvCell } from '../../web/console/src/format/csv.ts'
import { fieldsChangedSince } from '../../web/console/src/ui/changed-fields.ts'

const stay = (checkIn: string, checkOut: string) => ({
  checkIn: `2026-05-${checkIn}`,
  checkOut: `2026-05-${checkOut}`,
})

test('a stay that begins when another one ends shares its lane', () => {
  const placed = placeInLanes([stay('01', '04'), stay('02', '05'), stay('04', '06'), stay('05', '07')])
  assert.deepEqual(
    placed.map(({ lane }) => lane),
    [0, 1, 0, 1],
  )
  assert.equal(laneCount(placed), 2)
  assert.equal(laneCount([]), 1)
})

test('a stay of a room stands in the lane of the room, whatever arrives before it', () => {
  const inRoom = (id: string, checkIn: string, checkOut: string) => ({
    ...stay(checkIn, checkOut),
    unit: { id },
  })
  const stays = [stay('01', '04'), inRoom('2', '02', '05'), inRoom('2', '04', '06'), inRoom('1', '05', '07')]
  const lanes = placeInLanes(stays, [{ id: '1' }, { id: '2' }]).map((placed) => [
    stays.indexOf(placed.stay),
    placed.lane,
  ])
  assert.deepEqual(
    Object.fromEntries(lanes),
    { 0: 0, 1: 1, 2: 2, 3: 0 },
    'a room sold twice has one more lane',
  )
})

test('a choice of nights grows in both directions and stays within the calendar', () => {
  const size = { rows: 3, days: 10 }
  const start = { row: 1, start: 4, end: 4 }
  const back = movedBy('ArrowLeft', true, start, size)
  assert.ok(back)
  assert.deepEqual([firstOf(back), lastOf(back)], [3, 4])
  assert.equal(isSelected(back, 1, 3), true)
  assert.equal(isSelected(back, 0, 3), false)
  assert.deepEqual(movedBy('ArrowDown', true, back, size), { row: 2, start: 3, end: 3 })
  assert.deepEqual(movedBy('PageUp', false, start, size), { row: 0, start: 4, end: 4 })
  assert.deepEqual(movedBy('ArrowRight', false, { row: 0, start: 9, end: 9 }, size), {
    row: 0,
    start: 9,
    end: 9,
  })
  assert.equal(movedBy('a', false, start, size), null)
})

test('a cell of a file is text for spreadsheets, whatever a guest is called', () => {
  assert.equal(csvCell('=HYPERLINK("http://x")'), `"'=HYPERLINK(""http://x"")"`)
  assert.equal(csvCell('+49 30 1'), `'+49 30 1`)
  assert.equal(csvCell('-12.50'), '-12.50')
  assert.equal(csvCell('a, b'), '"a, b"')
  assert.equal(csvCell('Zoë'), 'Zoë')
})

test('the shell finds its files from every address below any path', () => {
  const shell = '<script src="./assets/a.js"></script><link href="./icon.svg" />'
  const script = (url: string) => {
    const [, src = ''] = /src="([^"]*)"/.exec(shellFor(shell, url)) ?? []
    return new URL(src, `https://example.com${url}`).pathname
  }
  const expected: Record<string, string> = {
    '/console': '/console/assets/a.js',
    '/console?locale=fr': '/console/assets/a.js',
    '/console/': '/console/assets/a.js',
    '/console/calendar': '/console/assets/a.js',
    '/console/reservations/12?q=a/b': '/console/assets/a.js',
    '/console/developers/webhooks/1': '/console/assets/a.js',
  }
  for (const [url, path] of Object.entries(expected)) assert.equal(script(url), path, url)
})

test('a field counts as changed meanwhile only when it is neither as it was seen nor as wished', () => {
  const seen = { title: 'A', summary: 'a', rules: 'x' }
  const wish = { title: 'B', summary: 'b' }
  assert.deepEqual(fieldsChangedSince(seen, seen, wish), [])
  assert.deepEqual(fieldsChangedSince(seen, { ...seen, title: 'B', rules: 'y' }, wish), [])
  assert.deepEqual(fieldsChangedSince(seen, { ...seen, title: 'C' }, wish), [
    { name: 'title', seen: 'A', now: 'C' },
  ])
  assert.deepEqual(fieldsChangedSince({ name: 'Welcome' }, {}, { name: 'Hello' }), [
    { name: 'name', seen: 'Welcome', now: '' },
  ])
})
