/** Sections of a plan that are compared with what Airbnb shows. Pure. */
import type { ContentSection, ContentSections } from '../../../../contract/channel-content/sections.ts'
import type { PushedSection } from '../../../../contract/channel-content/publishing.ts'
import { pricing } from '../calendar/sections.ts'
import type { FieldComparison } from '../content/compare-fields.ts'
import type { AirbnbSection } from '../content/section.ts'
import { amenities, bookingSettings, checkOutGuide, descriptions, details } from '../content/sections.ts'
import type { PublishPlan } from './plan-publication.ts'

export interface PlannedSection<S extends ContentSection> {
  name: PushedSection
  section: AirbnbSection<S>
  change: ContentSections[S]['change']
  /** Prefix that makes its field names unique within the listing. */
  way: string
}

/** Sections written as a whole, without items added one by one. */
export function mapPlannedSections<R>(
  plan: PublishPlan,
  visit: <S extends ContentSection>(part: PlannedSection<S>) => R,
): R[] {
  const one = <S extends ContentSection>(
    name: PushedSection,
    section: AirbnbSection<S>,
    change: ContentSections[S]['change'] | null,
    way = `${name}.`,
  ): R[] => (change === null ? [] : [visit({ name, section, change, way })])
  return [
    ...one('details', details, plan.details),
    ...plan.descriptions.flatMap((change) =>
      one('description', descriptions, change, `description.${change.locale}.`),
    ),
    ...one('amenities', amenities, plan.amenities),
    ...one('policies', bookingSettings, plan.bookingSettings),
    ...one('pricing', pricing, plan.pricing),
    ...one('checkout_tasks', checkOutGuide, plan.checkOutGuide),
  ]
}

/** A field of the whole listing, with what Airbnb last showed. */
export interface PlannedField extends FieldComparison {
  section: PushedSection
  /** Whether the channel was read, so that `shown` is valid. */
  isRead: boolean
}

/** Items count as sent, whatever the channel made of them. */
const plannedItems = ({ rooms, photos }: PublishPlan): Omit<PlannedField, 'shown' | 'isRead'>[] => [
  ...rooms.map((room) => ({ section: 'rooms' as const, field: `rooms[${room.room_number}]`, wanted: room })),
  ...photos.map(({ url }) => ({ section: 'photos' as const, field: `photos.${url}`, wanted: url })),
]

export type StoredContentLookup = (section: ContentSection) => unknown

export const plannedFields = (plan: PublishPlan, contents: StoredContentLookup): PlannedField[] => [
  ...mapPlannedSections(plan, ({ name, section, change, way }) => {
    const content = contents(section.name) ?? null
    const compared = section.compared(change, content as Parameters<typeof section.compared>[1])
    return compared.map((one) => ({
      ...one,
      section: name,
      field: `${way}${one.field}`,
      isRead: content !== null,
    }))
  }).flat(),
  ...plannedItems(plan).map((item) => ({ ...item, shown: null, isRead: false })),
]
