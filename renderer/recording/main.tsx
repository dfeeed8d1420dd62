import '../styles/fonts.ts'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/plain-zero.css'
import './recording-tokens.css'
import { createRoot } from 'react-dom/client'
import { RecordingApp } from './recording-app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('recording.html has no #root')
createRoot(root).render(<RecordingApp />)
