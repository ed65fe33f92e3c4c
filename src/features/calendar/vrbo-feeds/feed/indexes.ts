/** Renders the indexes that name each document and when it changed. Pure; in parts, because they can be long. */
import { writeXml, xml } from '../../../../connector-kit/xml-write.ts'
import type { Xml } from '../../../../connector-kit/xml.ts'
import { documentVersion, feedKinds, feedElementNames, type FeedKind } from './facts.ts'
import { unitIdOf } from './ids.ts'

export interface Advertiser {
  id: string
  name: string
}

/** `urlOf` gives the address of an index. */
export function renderAdvertisers({ id, name }: Advertiser, urlOf: (kind: FeedKind) => string): string {
  return writeXml(
    xml(
      'advertisersContentIndex',
      { documentVersion },
      xml(
        'advertisers',
        {},
        xml(
          'advertiser',
          {},
          xml('assignedId', {}, id),
          xml('advertiserName', {}, name),
          feedKinds.map((kind) => xml(feedElementNames[kind].indexUrl, {}, urlOf(kind))),
        ),
      ),
    ),
  )
}

export interface IndexEntry {
  listingId: string
  changedAt: Date
  isActive: boolean
  url: string
}

const indexEntry = (kind: FeedKind, { listingId, changedAt, isActive, url }: IndexEntry): Xml =>
  xml(
    feedElementNames[kind].entry,
    {},
    xml('listingExternalId', {}, listingId),
    kind === 'listing' ? undefined : xml('unitExternalId', {}, unitIdOf(listingId)),
    xml('lastUpdatedDate', {}, changedAt.toISOString().replace(/\.\d+Z$/, 'Z')),
    xml(feedElementNames[kind].url, {}, url),
    xml('active', {}, isActive),
  )

/** The index text before the entries, and after them. */
export function indexFrame(kind: FeedKind, { id }: Advertiser): [before: string, after: string] {
  const { index, entry } = feedElementNames[kind]
  const whole = writeXml(
    xml(index, { documentVersion }, xml('advertiser', {}, xml('assignedId', {}, id), xml(entry))),
  )
  const [before = '', after = ''] = whole.split(`<${entry}/>`)
  return [before, after]
}

/** The text of one entry within such a frame. */
export const entryText = (kind: FeedKind, entry: IndexEntry): string =>
  writeXml(indexEntry(kind, entry)).replace(/^<\?xml[^>]*\?>\n/, '')
