/** What feeds are read with: connections to platforms, the thread that reads files, and the queue in which files are stored. */
import { createOutbound, type Outbound } from '../../../platform/outbound/client.ts'
import { createTurnQueue, type TurnQueue } from '../../../platform/fairness/turn-queue.ts'
import type { Services } from '../../../services.ts'
import { createFileReader, type FileReader } from './file/file-reader.ts'

export interface FeedReading {
  outbound: Outbound
  reader: FileReader
  /** Each stores in a transaction that waits for the others of its workspace: they are not to hold connections meanwhile. */
  storing: TurnQueue
  close(): Promise<void>
}

const storedAtOnce = 4

const open = new WeakMap<Services['config'], { reading: Omit<FeedReading, 'close'>; users: number }>()

/** Shared by the worker and all who want a feed read now: a thread of each would take the memory of the process. */
export function openFeedReading({ config }: Pick<Services, 'config'>): FeedReading {
  const shared = open.getOrInsertComputed(config, () => ({
    reading: {
      outbound: createOutbound({ allowPrivate: config.allowPrivateTargets }),
      reader: createFileReader(),
      storing: createTurnQueue({ atOnce: storedAtOnce }),
    },
    users: 0,
  }))
  shared.users += 1
  const { reading } = shared
  return {
    ...reading,
    close: async () => {
      shared.users -= 1
      if (shared.users > 0) return
      open.delete(config)
      await Promise.all([reading.outbound.close(), reading.reader.close()])
    },
  }
}
