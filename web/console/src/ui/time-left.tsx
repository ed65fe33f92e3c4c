import { useEffect, useState } from 'preact/hooks'
import { moment, timeAgo } from '../format/dates.ts'
import { text } from '../text/text.ts'
import { Badge } from './badge.tsx'

const tickMs = 30_000
/** With less time left than this it is urgent. */
const urgentMs = 6 * 3_600_000

/** Until when something can be answered, in words that go on by themselves. */
export function TimeLeft({ until }: { until: string }) {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const left = new Date(until).getTime() - now
  return (
    <time dateTime={until} title={moment(until)}>
      <Badge tone={left < urgentMs ? 'bad' : 'warn'}>
        {left <= 0 ? text('left.over') : text('left.until', { when: timeAgo(until, now) })}
      </Badge>
    </time>
  )
}
