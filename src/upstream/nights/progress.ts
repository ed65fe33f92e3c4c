export interface CalendarProgress {
  provider: string
  external_id: string | null
  status: string
  sync_enabled: boolean
  read_at: Date | null
  confirmed_at: Date | null
  queued: number
  queued_at: Date | null
  sending: number
  last_sent_at: Date | null
  problems: number
}

export interface NightProblem {
  date: string
  error: string | null
}
