import fc from 'fast-check'

// The seed of the run also draws the cases of properties, so that `GUICHET_TESTS_SEED` repeats a failure.
fc.configureGlobal({ seed: Number(process.env['GUICHET_TESTS_SEED']) })
