/** Each schema that leads to a cutover has one complete, valid example. */
import { ChannelMap } from './channel-map.ts'
import { CutoverCheck, CutoverCheckBody } from './cutover-check.ts'
import { Rehearsal, RehearsalBody } from './rehearsal.ts'
import { MigrationReport } from './migration-report.ts'
import { at, entry } from './examples.ts'

const stay = { confirmationCode: 'HMQ7F3KD2A', checkIn: '2026-05-14', checkOut: '2026-05-17' }
const source = { ...stay, reservationId: '91', platform: 'airbnb' }

const home = {
  listingId: '91',
  name: 'Seaview',
  connectionId: '3',
  provider: 'hostaway',
  externalListingId: '40160',
}

export const cutoverExamples = {
  ChannelMap: entry(ChannelMap, {
    data: {
      workspaceId: '18',
      readAt: at,
      sources: [
        { connectionId: '3', provider: 'hostaway', supported: true, error: null },
        { connectionId: '4', provider: 'smoobu', supported: false, error: null },
        { connectionId: '5', provider: 'hospitable', supported: true, error: 'The account is disconnected.' },
      ],
      listings: [
        {
          ...home,
          airbnb: { listingId: '53120044', url: 'https://www.airbnb.com/rooms/53120044' },
          booking: { hotelId: '4820113', roomId: null },
          vrbo: null,
        },
        { ...home, listingId: null, name: null, airbnb: null, booking: null, vrbo: { listingId: '711093' } },
      ],
    },
  }),
  CutoverCheckBody: entry(CutoverCheckBody, { reservations: [stay] }, { reservations: [] }),
  MigrationReport: entry(MigrationReport, {
    data: {
      workspaceId: '18',
      generatedAt: at,
      clean: false,
      capabilities: {
        hostaway: { read: { owners: { level: 'none', notes: '' } }, write: {} },
      },
      counts: [
        {
          connectionId: '3',
          provider: 'hostaway',
          entity: 'reservations',
          method: 'vendor_total',
          source: 601,
          countedAt: at,
          calls: null,
          received: 600,
          leftOut: 0,
          stored: 600,
          missing: 1,
          missingIds: [],
          reason: null,
          result: 'different',
        },
        {
          connectionId: '4',
          provider: 'beds24',
          entity: 'messages',
          method: 'counted',
          source: 812,
          countedAt: at,
          calls: 90,
          received: 811,
          leftOut: 0,
          stored: 811,
          missing: 1,
          missingIds: ['5520 99120'],
          reason: null,
          result: 'different',
        },
      ],
      issues: [
        {
          severity: 'warning',
          entity: 'reservations',
          code: 'channel_reservations_upcoming',
          message: 'Do not make them again.',
          count: 12,
          sampleIds: ['91'],
        },
        {
          severity: 'error',
          entity: 'messages',
          code: 'source_count_differs',
          message: 'beds24 has 812 messages; 811 came and 811 are here. Ask for another import.',
          count: 1,
          sampleIds: [],
          sourceIds: ['5520 99120'],
        },
      ],
    },
  }),
  RehearsalBody: entry(RehearsalBody, { reservations: [stay] }, {}),
  Rehearsal: entry(Rehearsal, {
    data: {
      workspaceId: '18',
      rehearsedAt: at,
      go: false,
      score: 82,
      items: [
        {
          code: 'check_clean',
          status: 'open',
          required: true,
          points: 24,
          mostPoints: 25,
          count: 1,
          message: 'Stays that your list lacks: 1; too many in it: 0; with other dates: 0.',
          todo: 'Correct your list by what `cutover-check` says of each.',
          sampleIds: ['91'],
          change: 'better',
        },
      ],
      previous: { rehearsedAt: at, go: false, score: 70 },
      better: ['check_clean'],
      worse: [],
    },
  }),
  CutoverCheck: entry(CutoverCheck, {
    data: {
      workspaceId: '18',
      checkedAt: at,
      matched: 47,
      missing: [{ ...source, reason: 'not_in_your_list' }],
      extra: [{ ...stay, reason: 'cancelled' }],
      mismatched: [{ source, destination: { ...stay, checkOut: '2026-05-18' }, reason: 'check_out_differs' }],
    },
  }),
}
