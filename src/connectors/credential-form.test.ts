import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { providerForm, type FormText } from '../connector-kit/credential-form.ts'
import { connectors } from './index.ts'

const forms = Object.values(connectors).map(providerForm)

/** Lists every pair of texts that the connect page shows of a vendor, with its place. */
function wordsOf(provider: (typeof forms)[number]): [place: string, words: FormText][] {
  const fields = provider.form.flatMap(({ key, label, help, choices = [] }) => [
    [`${key}.label`, label] as const,
    [`${key}.help`, help] as const,
    ...choices.map((choice) => [`${key}.${choice.value}`, choice.label] as const),
  ])
  return [
    ['description', provider.description],
    ...(provider.webhookByHand === null ? [] : [['webhookByHand', provider.webhookByHand] as const]),
    ...fields,
  ].map(([place, words]) => [`${provider.id}.${place}`, words] as [string, FormText])
}

describe('the credential forms', () => {
  it('are there for every vendor, with a first field to fill', () => {
    assert.equal(forms.length, Object.keys(connectors).length)
    for (const { id, form } of forms) assert.ok(form.length > 0, id)
  })

  it('say everything in French as well', () => {
    for (const [place, { en, fr }] of forms.flatMap(wordsOf)) {
      assert.ok(en.trim() !== '', `${place} in English`)
      assert.ok(fr.trim() !== '', `${place} in French`)
      assert.notEqual(fr, en, `${place} is not translated`)
    }
  })

  it('have the same product names and prefixes of keys in both languages', () => {
    const terms = /\b(pt_|cbat_|Settings|Marketplace|OAuth applications|Developer tools|API credentials)/g
    for (const [place, { en, fr }] of forms.flatMap(wordsOf)) {
      const named = (text: string) => [...new Set(text.match(terms) ?? [])].sort()
      assert.deepEqual(named(fr), named(en), place)
    }
  })

  it('tell what may be left out from the schema the credentials are checked with', () => {
    const optional = (id: string) =>
      forms
        .find((form) => form.id === id)
        ?.form.filter((field) => field.optional)
        .map(({ key }) => key)
    assert.deepEqual(optional('hostaway'), [])
    assert.deepEqual(optional('mews'), ['environment'])
    assert.deepEqual(optional('beds24'), ['inviteCode', 'refreshToken', 'token'])
  })

  it('mask what is secret and offer what can be chosen', () => {
    const kinds = Object.fromEntries(
      forms.find(({ id }) => id === 'mews')?.form.map(({ key, kind }) => [key, kind]) ?? [],
    )
    assert.deepEqual(kinds, { accessToken: 'secret', clientToken: 'secret', environment: 'choice' })
  })

  it('say where the webhook address goes for every vendor that wants it entered by hand', () => {
    const byHand = forms.filter(({ webhookByHand }) => webhookByHand !== null).map(({ id }) => id)
    assert.deepEqual(byHand.sort(), ['beds24', 'bookingsync', 'hospitable', 'mews', 'ownerrez', 'smoobu'])
  })
})
