// The same tests at length: npm run test:long.
import './record.slot.test.ts'
