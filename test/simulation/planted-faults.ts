/** Faults that are put in on purpose, to see that the invariants notice them. */
import type { SimulatedWorld } from './world.ts'

/** A trigger stands for code that forgets something. */
const triggers = {
  // A booking that was acknowledged is cancelled by nobody.
  'lost-booking': {
    of: 'before insert on public.reservations for each row when (new.connection_id is null and new.workspace_id < 900000000)',
    does: "new.status := 'cancelled';",
  },
  // The server believes that it has closed a night at a channel.
  'open-night': {
    of: "before insert or update on public.channel_nights for each row when (not new.available and new.state = 'pending')",
    does: "new.state := 'confirmed'; new.next_attempt_at := null; new.differs_since := null;",
  },
  // The server believes that it has closed a night at the PMS.
  'open-night-at-pms': {
    of: "before insert or update on public.calendar_pushes for each row when (not new.available and new.state = 'pending')",
    does: "new.state := 'confirmed'; new.next_attempt_at := null; new.settled_at := new.created_at;",
  },
  // A commit without an answer is repeated.
  'counted-twice': {
    of: 'before insert or update on public.usage_days for each row',
    does: 'new.requests := new.requests + 1000;',
  },
  // A stay of the old PMS comes as one that was cancelled.
  'lost-in-move': {
    of: 'before insert or update on public.reservations for each row when (new.workspace_id > 1 and new.workspace_id < 900000000)',
    does: "new.status := 'cancelled';",
  },
  // Every rehearsal is a go.
  'unfit-rehearsal': {
    of: 'before insert or update on public.migration_rehearsals for each row',
    does: 'new.go := true;',
  },
  // A look after the cutover tells of nothing.
  'untold-change': {
    of: 'before insert on public.migration_watch_stays for each row',
    does: 'return null;',
  },
  // A cutover leaves what opens the old PMS.
  'kept-access': {
    of: "before update on public.connections for each row when (new.status = 'disconnected' and new.workspace_id > 1)",
    does: 'new.credentials := old.credentials;',
  },
  // The way back does not bring back what opens the old PMS.
  'locked-way-back': {
    of: "before update on public.connections for each row when (old.status = 'disconnected' and new.status = 'active')",
    does: 'new.credentials := null;',
  },
  // After the way back no stay is known again.
  'strange-way-back': {
    of: "before update on public.connections for each row when (old.status = 'disconnected' and new.status = 'active')",
    does: `update public.reservations set external_id = external_id || '0'
           where workspace_id = new.workspace_id and connection_id = new.id;`,
  },
  // A cutover for good is watched as well, so somebody could go back.
  'watched-for-good': {
    of: "before update on public.connections for each row when (old.status <> 'disconnected' and new.status = 'disconnected' and new.workspace_id > 1)",
    does: `insert into public.migration_watches
             (workspace_id, connection_id, started_at, until, next_look_at, credentials, credentials_key_id, looks)
           values (old.workspace_id, old.id, now(), now() + interval '1 day', now(), old.credentials, old.credentials_key_id, false);`,
  },
  // The way back does not end the watch.
  'endless-watch': {
    of: "before update on public.migration_watches for each row when (new.ended_by = 'rollback')",
    does: 'return null;',
  },
  // The way back is not written down.
  'unwritten-way-back': {
    of: 'before update on public.workspaces for each row when (old.cut_over_at is not null and new.cut_over_at is null)',
    does: 'new.cut_over_at := old.cut_over_at;',
  },
  // Nothing in a simulated world comes here.
  unreachable: {
    of: 'before insert on public.ai_usage for each row',
    does: '',
  },
}

export type PlantedFault = keyof typeof triggers | 'booked-twice'

export interface PlantedTrap {
  fault: PlantedFault
  /** False if nothing has come to where the fault is, so that nothing can have noticed it. */
  isReached(): Promise<boolean>
}

export async function plantFault(world: SimulatedWorld, fault: PlantedFault): Promise<PlantedTrap> {
  if (fault === 'booked-twice') return { fault, ...bookTwice(world) }
  const { control } = world.parts
  const { of, does } = triggers[fault]
  const name = `planted_${fault.replaceAll('-', '_')}`
  await control.query(`create sequence simulation.${name}`)
  await control.query(`
    create function simulation.${name}() returns trigger language plpgsql as $$
    begin perform nextval('simulation.${name}'); ${does} return new; end $$`)
  await control.query(`create trigger ${name} ${of} execute function simulation.${name}()`)
  return {
    fault,
    async isReached() {
      const [reached] = await control.query<{ is_called: boolean }>(
        `select is_called from simulation.${name}`,
      )
      return reached?.is_called === true
    },
  }
}

/** The server sends each booking to the PMS a second time, and insists on it. */
function bookTwice({ parts, simulators }: SimulatedWorld): Pick<PlantedTrap, 'isReached'> {
  let count = 0
  parts.network.wrap(simulators.hostaway.url, (handle) => async (request) => {
    const answer = await handle(request)
    if (request.method === 'POST' && new URL(request.url).pathname === '/v1/reservations') {
      count += 1
      await handle({ ...request, url: `${request.url}?forceOverbooking=1` })
    }
    return answer
  })
  return { isReached: async () => count > 0 }
}
