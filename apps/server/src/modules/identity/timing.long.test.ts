// The same tests at length: npm run test:long.
import './timing.test.ts'
