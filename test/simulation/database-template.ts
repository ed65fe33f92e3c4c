/** Makes databases in which PostgreSQL's own clock and chance are those of the simulation. */
import pg from 'pg'
import { openRealSocket } from './database-control.ts'

/**
 * The functions stand before those of PostgreSQL on the search path, so that statements and defaults of columns find them. The time is a
 * sequence's value because that is read past every snapshot.
 */
const stageSql = (startMs: number) => `
  create schema simulation;
  create sequence simulation.time minvalue 0 start ${startMs};
  create sequence simulation.draws;
  select setval('simulation.time', ${startMs});
  create function simulation.clock_timestamp() returns timestamptz language sql volatile
    as 'select pg_catalog.to_timestamp(last_value / 1000.0) from simulation.time';
  create function simulation.now() returns timestamptz language sql stable
    as 'select pg_catalog.to_timestamp(last_value / 1000.0) from simulation.time';
  create function simulation.random() returns float8 language sql volatile
    as $$ select (('x' || substr(md5(nextval('simulation.draws')::text), 1, 8))::bit(32)::bigint) / 4294967296.0 $$;
  create function simulation.gen_random_uuid() returns uuid language sql volatile
    as $$ select overlay(overlay(md5('uuid ' || nextval('simulation.draws')::text) placing '4' from 13 for 1)
                         placing '8' from 17 for 1)::uuid $$;
`

const databaseUrl = (server: string, name: string): string => {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url, stream: openRealSocket })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** They belong to a database, and no copy of it has them. */
const settingsOf = (name: string): string[] => [
  `alter database ${name} set search_path = public, simulation, pg_catalog`,
  // A wait that closes a circle fails before anybody takes it for a wait.
  `alter database ${name} set deadlock_timeout = '1ms'`,
  `alter database ${name} set jit = off`,
]

/** An empty database whose functions of time and chance are simulated; `fill` brings the product's tables. */
export async function createTemplate(
  server: string,
  { name, startMs, fill }: { name: string; startMs: number; fill(url: string): Promise<void> },
): Promise<void> {
  await execute(server, `create database ${name} template template0`, ...settingsOf(name))
  const url = databaseUrl(server, name)
  await execute(url, stageSql(startMs))
  await fill(url)
  // A table that is analysed meanwhile changes plans, and with them the order of rows.
  await execute(
    url,
    `do $$ declare t record; begin
       for t in select c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
                where c.relkind = 'r' and n.nspname = 'public' loop
         execute format('alter table %s set (autovacuum_enabled = false)', t.name);
       end loop; end $$`,
  )
}

export async function copyTemplate(server: string, template: string, name: string): Promise<string> {
  await execute(
    server,
    `create database ${name} template ${template} strategy file_copy`,
    ...settingsOf(name),
  )
  return databaseUrl(server, name)
}

export const dropDatabase = (server: string, name: string): Promise<void> =>
  execute(server, `drop database if exists ${name} with (force)`)
