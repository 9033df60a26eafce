/** Whether the tests run at length, as before a release: `npm run test:long`. */
export const isLong = process.env['TEST_LENGTH'] === 'long'

/** How much of a repetition is done: a smoke test in `npm test`, all of it in `npm run test:long`. */
export const byLength = <T>(smoke: T, long: T): T => (isLong ? long : smoke)
