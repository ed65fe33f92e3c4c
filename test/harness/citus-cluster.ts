/** The cluster of `CITUS_URL`: its machines, and databases that know them. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { databaseUrl, dropEverywhere, execute, type TestDatabase } from './database.ts'

export interface CitusCluster {
  /** They lead to the database `postgres` of each machine; the coordinator comes first. */
  machines: string[]
  nodes: CitusNode[]
}

interface CitusNode {
  host: string
  port: number
}

/** `url` leads a superuser to a database in which the coordinator knows itself and its workers. */
export async function readCluster(url: string): Promise<CitusCluster> {
  const session = new pg.Client({ connectionString: url })
  await session.connect()
  try {
    const { rows } = await session.query<CitusNode>(
      'select nodename as host, nodeport as port from pg_dist_node where isactive order by groupid',
    )
    if (rows.length < 2)
      throw new Error('The coordinator of CITUS_URL knows no worker: run citus_add_node there.')
    return { nodes: rows, machines: rows.map(({ host, port }) => machineUrl(url, host, port)) }
  } finally {
    await session.end()
  }
}

function machineUrl(url: string, host: string, port: number): string {
  const machine = new URL(url)
  machine.hostname = host
  machine.port = String(port)
  machine.pathname = '/postgres'
  return machine.href
}

/** Returns its address. It is empty, and its coordinator knows all machines. */
export async function createOnCluster({ machines, nodes }: CitusCluster, name: string): Promise<string> {
  for (const machine of machines) await execute(machine, `create database ${name}`)
  for (const machine of machines) await execute(databaseUrl(machine, name), 'create extension citus')
  const url = databaseUrl(machines[0] ?? '', name)
  for (const [index, { host, port }] of nodes.entries()) {
    const call = index === 0 ? 'citus_set_coordinator_host' : 'citus_add_node'
    await execute(url, `select ${call}('${host}', ${port})`)
  }
  return url
}

/** Creates an empty database that is not distributed yet. */
export async function createPlainOnCluster(cluster: CitusCluster): Promise<TestDatabase> {
  const name = `${process.env['TEST_DATABASE_PREFIX'] ?? 'test_'}${randomBytes(8).toString('hex')}`
  const url = await createOnCluster(cluster, name)
  return { url, drop: () => dropEverywhere(cluster.machines, name) }
}
