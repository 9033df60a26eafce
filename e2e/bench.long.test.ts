// The same tests at length: npm run test:long.
import './bench.test.ts'
