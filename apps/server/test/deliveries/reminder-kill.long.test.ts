// The same tests at length: npm run test:long.
import './reminder-kill.test.ts'
