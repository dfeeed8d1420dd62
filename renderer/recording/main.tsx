import '@fontsource/atkinson-hyperlegible-next/400.css'
import '@fontsource/atkinson-hyperlegible-next/600.css'
import '@fontsource/atkinson-hyperlegible-next/800.css'
import '@fontsource/noto-sans-arabic/arabic-400.css'
import '@fontsource/noto-sans-arabic/arabic-600.css'
import '@fontsource/noto-sans-arabic/arabic-800.css'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/plain-zero.css'
import './recording-tokens.css'
import { createRoot } from 'react-dom/client'
import { RecordingApp } from './recording-app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('recording.html has no #root')
createRoot(root).render(<RecordingApp />)
