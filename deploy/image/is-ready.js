// Ends with 0 when the server of this container takes requests: its health check.
const response = await fetch(`http://127.0.0.1:${process.env.PORT ?? 4000}/v1/health/ready`, {
  signal: AbortSignal.timeout(4000),
})
process.exit(response.ok ? 0 : 1)
