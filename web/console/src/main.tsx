import { render } from 'preact'
import { QueryClientProvider } from '@tanstack/preact-query'
import { queryClient } from './api/queries.ts'
import { App } from './app.tsx'
import { SessionGate } from './session.tsx'
import '../../connect/tokens.css'
import './style/base.css'
import './style/parts.css'
import './style/calendar.css'

const place = document.getElementById('app')
if (place)
  render(
    <QueryClientProvider client={queryClient}>
      <SessionGate>
        <App />
      </SessionGate>
    </QueryClientProvider>,
    place,
  )
