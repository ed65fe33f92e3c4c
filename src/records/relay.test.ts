import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sellerIds } from '../connector-kit/capabilities.ts'
import { connectors } from '../connectors/index.ts'
import { sellerNames } from '../contract/shared.ts'
import { isChannelName, relayOf, toPmsField } from './relay.ts'

test('every connector is a channel by its name, or a PMS in between', () => {
  for (const { manifest } of Object.values(connectors)) {
    assert.equal(isChannelName(manifest.id), manifest.category === 'ota', manifest.id)
  }
  assert.deepEqual([relayOf('airbnb'), relayOf('guesty')], [null, 'guesty'])
  assert.deepEqual(toPmsField({ provider: 'booking', externalId: '1' }), {})
  assert.deepEqual(toPmsField({ provider: 'mews', externalId: '1' }), {
    pms: { provider: 'mews', externalId: '1' },
  })
})

test('every connector through which listings kept here are sold has its name in listings', () => {
  assert.deepEqual(sellerIds(connectors).toSorted(), [...sellerNames].toSorted())
})
