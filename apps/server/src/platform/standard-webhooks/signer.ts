import { parentPort } from 'node:worker_threads'
import { signatureOf, type Unsigned } from './signature.ts'

// A thread that signs what it is sent, and answers in the same order.
parentPort?.on('message', (message: Unsigned) => parentPort?.postMessage(signatureOf(message), []))
