import { render } from 'preact'
import { QueryClientProvider } from '@tanstack/preact-query'
import { queryClient } from './api/queries.ts'
import { ErrorBoundary, lazy } from 'preact-iso'
import { App } from './app.tsx'
import { pathTo } from './server-root.ts'
import { SessionGate } from './session.tsx'
import '../../connect/tokens.css'
import './style/base.css'
import './style/parts.css'
import './style/calendar.css'

/** Whoever runs the server needs no session of a member. */
const OperatorPage = lazy(() => import('./operator/operator-page.tsx'))
const isOperatorPage = location.pathname === pathTo('/operator')

const place = document.getElementById('app')
if (place)
  render(
    <QueryClientProvider client={queryClient}>
      {isOperatorPage ? (
        <ErrorBoundary>
          <OperatorPage />
        </ErrorBoundary>
      ) : (
        <SessionGate>
          <App />
        </SessionGate>
      )}
    </QueryClientProvider>,
    place,
  )
