// What the tests of faults and of many processes are put together from.
export { signIn, type Client } from './client.ts'
export { startDatabase, type TestDatabase } from './database.ts'
export { startProcess, type StewardProcess } from './process.ts'
export { roundRobin, type RoundRobin } from './round-robin.ts'
export { tcpProxy, type TcpProxy } from './tcp-proxy.ts'
