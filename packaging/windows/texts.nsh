; What the installer says of its own; all else is in NSIS's language files.
LangString StillRuns ${LANG_FRENCH} "Guichet fonctionne encore et ne s’est pas arrêté en une minute. Rien n’a été changé. Fermez-le, puis recommencez."
LangString StillRuns ${LANG_ENGLISH} "Guichet is still running and did not stop within a minute. Nothing was changed. Close it, then try again."
LangString StillRuns ${LANG_PORTUGUESE} "O Guichet ainda está a funcionar e não parou no espaço de um minuto. Nada foi alterado. Feche-o e tente novamente."
LangString StillRuns ${LANG_ARABIC} "لا يزال Guichet يعمل ولم يتوقف خلال دقيقة. لم يتغير شيء. أغلقه ثم أعد المحاولة."

LangString NeedsWindows10 ${LANG_FRENCH} "Guichet demande Windows 10 ou une version plus récente."
LangString NeedsWindows10 ${LANG_ENGLISH} "Guichet needs Windows 10 or newer."
LangString NeedsWindows10 ${LANG_PORTUGUESE} "O Guichet requer o Windows 10 ou mais recente."
LangString NeedsWindows10 ${LANG_ARABIC} "يتطلب Guichet نظام Windows 10 أو أحدث."

LangString NeedsAdministrator ${LANG_FRENCH} "L’installation demande les droits d’administrateur."
LangString NeedsAdministrator ${LANG_ENGLISH} "Installing needs the rights of an administrator."
LangString NeedsAdministrator ${LANG_PORTUGUESE} "A instalação requer direitos de administrador."
LangString NeedsAdministrator ${LANG_ARABIC} "يتطلب التثبيت صلاحيات المسؤول."

LangString SalesMayGo ${LANG_FRENCH} "Supprimer aussi les ventes et les réglages de tous les utilisateurs de cette machine ? Ils sont perdus pour toujours.$\n$\n« Non » les garde : une nouvelle installation les retrouve."
LangString SalesMayGo ${LANG_ENGLISH} "Also delete the sales and settings of every user of this machine? They are lost for good.$\n$\n“No” keeps them: the next installation finds them."
LangString SalesMayGo ${LANG_PORTUGUESE} "Eliminar também as vendas e as definições de todos os utilizadores desta máquina? Perdem-se para sempre.$\n$\n«Não» guarda-as: a próxima instalação volta a encontrá-las."
LangString SalesMayGo ${LANG_ARABIC} "هل تُحذف أيضًا مبيعات وإعدادات جميع مستخدمي هذا الجهاز؟ ستُفقد نهائيًا.$\n$\n«لا» تُبقيها: سيجدها التثبيت التالي."

LangString NotReplaced ${LANG_FRENCH} "Le nouveau programme n’a pas pu être mis en place ; l’ancien est resté."
LangString NotReplaced ${LANG_ENGLISH} "The new program could not be put in place; the old one stayed."
LangString NotReplaced ${LANG_PORTUGUESE} "O novo programa não pôde ser instalado; o antigo permaneceu."
LangString NotReplaced ${LANG_ARABIC} "تعذّر وضع البرنامج الجديد في مكانه؛ بقي القديم."
