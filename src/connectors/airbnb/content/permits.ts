/** Permits and quality exist; their paths are not known, so these are called where that is allowed. */
import { isFields } from '../../../connector-kit/answers.ts'
import type { ContentPart } from '../../../connector-kit/channel-content.ts'
import { presentText } from '../../../connector-kit/readings.ts'
import { readSettings, settingsPath } from './settings-of.ts'
import { VendorPermits, VendorQuality } from './vendor.ts'

export const permits: ContentPart<'permits'> = {
  async read(context, externalId) {
    const held = await readSettings(context, 'listing_permits', externalId, VendorPermits)
    return {
      permits: (held.permits ?? []).map((row) => ({
        regulatoryBody: row.regulatory_body,
        regulationType: row.regulation_type,
        regulationContext: presentText(row.regulation_context),
        flowSlug: presentText(row.flow_slug),
        status: presentText(row.status),
        answers: isFields(row.answers) ? row.answers : {},
      })),
      flows: (held.flows ?? []).map((flow) => ({
        regulatoryBody: flow.regulatory_body,
        regulationType: flow.regulation_type,
        flowSlug: flow.flow_slug,
        questions: (flow.questions ?? []).map(({ answer_key: answerKey, type, text }) => ({
          answerKey,
          type: presentText(type),
          text: presentText(text),
        })),
      })),
    }
  },
  async write({ http }, { externalId, change }) {
    await http.put(settingsPath('listing_permits', externalId), { body: change })
  },
}

export const quality: ContentPart<'quality'> = {
  async read(context, externalId) {
    const held = await readSettings(context, 'listing_quality', externalId, VendorQuality)
    return {
      standards: (held.standards ?? []).map(({ standard, state }) => ({
        standard,
        state: presentText(state),
      })),
      issues: (held.reservation_issues ?? []).map((row) => ({
        confirmationCode: row.confirmation_code,
        reviewIssues: [...(row.review_issues ?? [])],
        cancellation: presentText(row.cancellation),
      })),
      stats: (held.stats ?? []).map(({ name, value }) => ({ name, value })),
    }
  },
}
