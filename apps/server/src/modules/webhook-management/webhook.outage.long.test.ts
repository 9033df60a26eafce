// The same tests at length: npm run test:long.
import './webhook.outage.test.ts'
