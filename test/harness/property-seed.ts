/**
 * Loaded before every test process. Properties are tried with the same values each time, so that a failure is nobody's luck;
 * `PROPERTY_SEED=random` takes others, and a number those of a run that failed.
 */
import fc from 'fast-check'

const said = process.env['PROPERTY_SEED']

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  ...(said === 'random' ? {} : { seed: Number(said ?? 1) }),
  includeErrorInReport: true,
})
