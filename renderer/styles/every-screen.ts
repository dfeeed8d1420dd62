import './fonts.ts'
import './plain-zero.css'
import './tokens.css'
import './base.css'
