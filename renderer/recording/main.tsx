import '../styles/every-screen.ts'
import './recording-tokens.css'
import { createGuardedRoot } from '../ui/guard/guarded-root.tsx'
import { RecordingApp } from './recording-app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('recording.html has no #root')
createGuardedRoot(root, null).render(<RecordingApp />)
