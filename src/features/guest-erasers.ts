/** Domains above the guests' register here how they erase a forgotten guest from their tables. */
import type { GuestEraser } from '../services.ts'
import { eraseGuestPlans } from './agents/public.ts'
import { eraseGuestPayments } from './channels/public.ts'
import { eraseSentFiles } from './inbox/public.ts'
import { eraseWaitingReferences } from './migrations/public.ts'
import { eraseReadingReports } from './sync/public.ts'

export const guestErasers: readonly GuestEraser[] = [
  eraseSentFiles,
  eraseGuestPlans,
  eraseReadingReports,
  eraseGuestPayments,
  eraseWaitingReferences,
]
