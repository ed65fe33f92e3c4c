/** Faults that are put in on purpose, to see that the invariants notice them. A trigger stands for code that forgets something. */
import type { DatabaseControl } from './database-control.ts'

const body: Record<PlantedFault, { of: string; does: string }> = {
  // A booking that was acknowledged is cancelled by nobody.
  'lost-booking': {
    of: 'before insert on public.reservations for each row when (new.connection_id is null and new.workspace_id < 900000000)',
    does: "new.status := 'cancelled';",
  },
  // The server believes that it has closed a night.
  'open-night': {
    of: "before insert or update on public.channel_nights for each row when (not new.available and new.state = 'pending')",
    does: "new.state := 'confirmed'; new.next_attempt_at := null; new.differs_since := null;",
  },
}

export type PlantedFault = 'lost-booking' | 'open-night'

export async function plantFault(control: DatabaseControl, fault: PlantedFault): Promise<void> {
  const { of, does } = body[fault]
  await control.query(`
    create function simulation.plant() returns trigger language plpgsql as $$ begin ${does} return new; end $$`)
  await control.query(`create trigger planted ${of} execute function simulation.plant()`)
}
