// The same test at length: npm run test:long.
import './rehearsal.test.ts'
