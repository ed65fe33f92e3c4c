/** Resources for reading feeds: outbound connections, the reader thread, and the queue for storing. */
import { createOutbound, type Outbound } from '../../../platform/outbound/client.ts'
import { createTurnQueue, type TurnQueue } from '../../../platform/fairness/turn-queue.ts'
import type { Services } from '../../../services.ts'
import { createFileReader, type FileReader } from './file/file-reader.ts'

export interface FeedReading {
  outbound: Outbound
  reader: FileReader
  /** Limits parallel transactions: those of one workspace wait for each other and would hold connections meanwhile. */
  storing: TurnQueue
  close(): Promise<void>
}

const storedAtOnce = 4

const open = new WeakMap<Services['config'], { reading: Omit<FeedReading, 'close'>; users: number }>()

/** Shared by the worker and by on-demand refreshes: one thread each would exhaust memory. */
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
