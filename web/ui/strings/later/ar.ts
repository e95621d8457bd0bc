/**
 * Arabic: Modern Standard Arabic, short, plain. The rules are those of ../en.ts.
 * Latin words and whatever is filled in stand isolated, so that they do not
 * mix with the words around them; figures are European, as in values and code.
 */

import type { Later } from "./en.ts";
import { isolate as i, plural } from "../plural.ts";

const forms = plural("ar");

/** Begins what has no word of its own outside of isolates: says that it runs from right to left. */
const rlm = "\u200f";

/** "أداة واحدة", "أداتان", "3 أدوات", "11 أداة", "100 أداة". */
const tools = (n: string, count: number): string =>
  forms(count, {
    zero: "لا أدوات",
    one: "أداة واحدة",
    two: "أداتان",
    few: `${i(n)} أدوات`,
    other: `${i(n)} أداة`,
  });

/** The same for entries. */
const entries = (n: string, count: number): string =>
  forms(count, {
    zero: "لا مدخلات",
    one: "مدخل واحد",
    two: "مدخلان",
    few: `${i(n)} مدخلات`,
    many: `${i(n)} مدخلًا`,
    other: `${i(n)} مدخل`,
  });

export const later: Later = {
  names: {
    latest: "إلى الأحدث",
    keep: "الاحتفاظ بهذه",
    startOver: "البدء من جديد",
    allowOnce: "السماح مرة واحدة",
    allowSession: "السماح في هذه الجلسة",
    decline: "رفض",
    continue: "متابعة",
    thoughts: "أفكار",
    json: `بصيغة ${i("JSON")}`,
    arguments: "المعطيات",
    result: "النتيجة",
  },

  words: {
    insecure: `يحتاج الموقع الجغرافي والحافظة إلى ${i("https")} أو ${i("localhost")}. افتح هذه الصفحة على عنوان كهذا.`,
    confirmNew: "هل تريد بدء محادثة جديدة؟",
    confirmNewMeans:
      "لن تُحفظ هذه المحادثة، لا هنا ولا لدى المساعد. أما ما خزّنه في هذا المتصفح فيبقى.",
    working: "يعمل",
    forgotten: "لم يعد المساعد يتذكر ما في الأعلى.",
    asks: "المساعد يسألك",
    highRisk: "خطورة عالية",
    criticalRisk: "بالغ الأهمية",
    reads: "ما يُقرأ يذهب إلى الخادم وإلى النموذج.",
    writes: "هذا يغيّر شيئًا في هذا المتصفح. سيعرف النموذج هل نجح الأمر.",
    gesture: "يريد المتصفح نقرة منك قبل أن يفعل هذا.",
    here: "في هذا المتصفح",
    there: "على الخادم",
    nothing: "لا شيء",
    emptyText: "نص فارغ",
    yes: "نعم",
    no: "لا",
    cutJson: (left) => `لا يظهر باقي الحروف، وعددها ${i(left)}.`,
    cutRows: (left) => `لا يظهر الباقي، وعدده ${i(left)}.`,
  },

  answer: {
    code: "شيفرة",
    codeIn: (language) => (language ? `شيفرة، ${i(language)}` : "شيفرة"),
    copyCode: "نسخ الشيفرة",
    copy: "نسخ",
    copyMarkdown: `نسخ بصيغة ${i("Markdown")}`,
    edit: "تعديل",
    copied: "تم النسخ",
    notCopied: "لم يسمح المتصفح بالنسخ. حدّد النص بدلًا من ذلك.",
    table: (columns) => `جدول: ${i(columns)}`,
    ticked: "منجز:",
    open: "غير منجز:",
  },

  settings: {
    theme: "المظهر",
    themes: { system: "النظام", light: "فاتح", dark: "داكن" },
    language: "اللغة",
    browserLanguage: (name) => `لغة المتصفح: ${i(name)}`,
    voice: "الصوت",
    browserVoice: "ما يختاره المتصفح",
    noVoices: "لا أصوات في هذا المتصفح.",
    test: "تجربة",
    sample: "هكذا يبدو صوتي.",
    notSpoken: "لم ينطق المتصفح.",
    inspectorMeans:
      "يعرض الأدوات والرسائل والاستدعاءات المفتوحة، ويشغّل أداة دون النموذج.",
    allowed: "المسموح به في هذه الجلسة",
    allowedNone: "لا شيء. ما يحتاج إلى موافقتك يسأل كل مرة.",
    allowedMeans: "هذه لا تسأل مرة أخرى حتى تنتهي المحادثة.",
    revoke: "سحب الإذن",
    revokeOne: (tool) => `سحب الإذن: ${i(tool)}`,
    revokeAll: "سحب كل الأذون",
    stored: "المخزَّن في هذا المتصفح",
    storedNone: "لا شيء. ما يتذكره المساعد من أجلك سيظهر هنا.",
    storedSum: (n, count, size, most) =>
      `${entries(n, count)}، ${i(size)} من ${i(most)}`,
    closed:
      "لا يدع هذا المتصفح الصفحة تخزّن شيئًا. قد يكون السبب نافذة خاصة أو إعدادًا لهذا الموقع.",
    value: "القيمة",
    deleteOne: (key) => `حذف ${i(key)}`,
    deleted: (key) => `حُذف ${i(key)}.`,
    undo: "تراجع",
    undoOne: (key) => `تراجع: الاحتفاظ بـ ${i(key)}`,
    deleteAll: "حذف الكل",
    deletedAll: "حُذف كل شيء.",
    askDeleteAll: (n, count) =>
      forms(count, {
        zero: "لا شيء يُحذف؟ لا يمكن التراجع عن هذا.",
        one: "هل تريد حذف المدخل الوحيد؟ لا يمكن التراجع عن هذا.",
        two: "هل تريد حذف المدخلين؟ لا يمكن التراجع عن هذا.",
        other: `هل تريد حذف كل المدخلات، وعددها ${i(n)}؟ لا يمكن التراجع عن هذا.`,
      }),
    keepAll: "الاحتفاظ بالكل",
    exportAll: "تصدير",
    importFile: "استيراد",
    cancel: "إلغاء",
    importAdds: (n, count) => `يُضاف: ${entries(n, count)}.`,
    importReplaces: (n, count, keys) =>
      `يُستبدل: ${entries(n, count)}: ${i(keys)}.`,
    imported: (n, count) => `تم الاستيراد: ${entries(n, count)}.`,
    importNothing: "لا مدخلات في هذا الملف. لم يُستورد شيء.",
    unreadable:
      "لا يمكن قراءة هذا الملف: نُقل من مكانه، أو لا يُسمح لهذا المتصفح بقراءته. لم يُستورد شيء.",
    notJson: `هذا الملف ليس بصيغة ${i("JSON")}. لم يُستورد شيء.`,
    notOurs: "لم يُصدَّر هذا الملف من هنا، أو هو من إصدار أحدث. لم يُستورد شيء.",
    badEntry: (at, key, why) =>
      `المدخل ${i(at)}${key && ` (${i(key)})`}: ${i(why)} لم يُستورد شيء.`,
    entryFaults: {
      key: "المفتاح غير موجود أو أطول من 200 حرف.",
      twice: "المفتاح مكرر في الملف.",
      value: "القيمة غير موجودة.",
      deep: "القيمة متداخلة أكثر مما يلزم.",
      size: "القيمة أكبر من المسموح.",
      time: "تعذّرت قراءة الوقت.",
    },
    noRoom: (most, size) =>
      `لا مساحة كافية: أقصى عدد للمدخلات ${i(most)}، وأقصى حجم ${i(size)}. لم يتغير شيء.`,
    failed: "لم ينجح هذا: مخزن المتصفح لا يستجيب. حاول مرة أخرى.",
    keptHere:
      "ما يُخزَّن يبقى في هذا المتصفح حتى تقرأه أداة من أجل إجابة. أما المحادثة فلا تُحفظ.",
    staysThere: "ما تكتبه وما تعيده الأدوات يذهب إلى هذا الخادم ولا يتجاوزه.",
  },

  composer: {
    editing: "أنت تعدّل رسالتك الأخيرة. ستُزال إجابتها عند الإرسال.",
    cancel: "إلغاء",
  },

  spoken: {
    call: (title, state) => `${rlm}${i(title)}: ${i(state)}.`,
  },

  menu: {
    copy: `نسخ المحادثة بصيغة ${i("Markdown")}`,
    export: `تصدير بصيغة ${i("JSON")}`,
    you: "أنت",
  },

  facts: {
    where: "المكان",
    waited: "مدة انتظارك",
    size: "حجم النتيجة",
    message: "الرسالة",
    code: "الرمز",
  },

  codes: {
    unknown_tool: "طلب المساعد أداة لا وجود لها هنا.",
    invalid_args: "استدعى المساعد هذه الأداة بمعطيات خاطئة؛ لم يُنفَّذ شيء.",
    denied: "رفضتَ هذا. لم يحدث شيء.",
    permission_denied:
      "لم يسمح المتصفح بهذا. افتح إعدادات الموقع بجانب العنوان، واسمح به، ثم اسأل مرة أخرى.",
    needs_gesture:
      "يريد المتصفح نقرة قبل أن يسمح بهذا. انقر داخل الصفحة ثم اسأل مرة أخرى.",
    unsupported: "لا يستطيع هذا المتصفح فعل ذلك.",
    not_delivered:
      "لم تستجب الصفحة، فلم يحدث شيء. أعد تحميل الصفحة إن تكرر هذا.",
    timeout: "استغرق هذا وقتًا طويلًا فتوقفت المحاولة.",
    cancelled: "أوقفتَ هذا.",
    disconnected: "انقطع الاتصال بالخادم قبل أن ينتهي هذا.",
    interrupted: "انقطع هذا: ربما يكون قد حدث.",
    too_large: "كانت النتيجة أكبر من أن تُمرَّر.",
    invalid_result: "أعادت الأداة شيئًا لا ينبغي أن تعيده.",
    failed: "لم ينجح هذا.",
    budget: "بلغت الإجابة حدّها قبل أن يتم هذا.",
  },
  failedWith: (message) => `لم ينجح هذا: ${i(message)}`,

  states: {
    running: "قيد التنفيذ",
    waiting: "في انتظارك",
    done: "تم",
    doneIn: (time) => `تم في ${i(time)}`,
    failed: "لم ينجح",
    declined: "مرفوض",
    notAllowed: "غير مسموح",
    timedOut: "انتهت المهلة",
    stopped: "متوقف",
    interrupted: "انقطع: ربما يكون قد حدث",
  },
  waitsForPermission: "يطلب المتصفح إذنك. أجب عن سؤاله قرب شريط العنوان.",

  ends: {
    done: "",
    stopped: "أوقفتَ هذه الإجابة.",
    budget: "بلغت الإجابة حدّها. اسأل مرة أخرى للمتابعة.",
    blocked: "حجب مزوّد النموذج هذه الإجابة. اسأل بكلمات أخرى.",
    truncated: "تنتهي الإجابة هنا لأنها طالت كثيرًا. اطلب بقيتها.",
    no_answer: "لم يعطِ النموذج إجابة. اسأل مرة أخرى، وربما بكلمات أخرى.",
    model_error: "لم يجب النموذج. اسأل مرة أخرى.",
    disconnected: "انقطع الاتصال قبل أن تكتمل الإجابة. اسأل مرة أخرى حين يعود.",
    shutdown: "أُوقف الخادم قبل أن تكتمل الإجابة. اسأل مرة أخرى حين يعود.",
    internal: "تعطّل الخادم أثناء الإجابة؛ الخطأ ليس منك. اسأل مرة أخرى.",
  },

  failures: {
    auth: "لا يقبل مزوّد النموذج مفتاح الخادم. على من يدير هذا الخادم أن يتحقق منه.",
    quota: "نفدت حصة النموذج حاليًا. اسأل لاحقًا.",
    not_found:
      "لا يعرف مزوّد النموذج هذا النموذج. على من يدير هذا الخادم أن يتحقق من اسمه.",
    bad_request: "لم يقبل مزوّد النموذج الطلب. قد تفيد محادثة جديدة.",
    overloaded: "النموذج مشغول جدًا في هذه اللحظة. اسأل لاحقًا.",
    blocked: "حجب مزوّد النموذج هذا الطلب. اسأل بكلمات أخرى.",
    unreachable: "لا يستطيع الخادم الوصول إلى النموذج. اسأل بعد قليل.",
    timeout: "لم يجب النموذج في الوقت المحدد. اسأل مرة أخرى.",
  },

  notices: {
    queued: "في انتظار مكان شاغر لدى النموذج.",
    compacted: "طالت المحادثة؛ لُخّص جزؤها الأقدم للنموذج.",
    budget_warning: "اقترب حدّ الإجابة الواحدة.",
    causes: {
      overloaded: "النموذج مثقل بالطلبات.",
      quota: "نفدت حصة مفتاح هذا الخادم مؤقتًا.",
      unreachable: "تعذّر الوصول إلى النموذج، أو انقطعت إجابته.",
      timeout: "كان النموذج بطيئًا جدًا.",
      no_answer: "لم يقل النموذج شيئًا.",
      bad_request: "أخطأ النموذج في أحد الاستدعاءات.",
      other: "لم يجب النموذج.",
    },
    retrying: (wait, attempt, of) =>
      `محاولة جديدة${wait && ` بعد ${i(wait)}`}${attempt && `، الطلب ${i(attempt)} من ${i(of)}`}.`,
  },

  sequence: {
    name: "ما الذي حدث",
    drawing: "رسم",
    list: "بالكلمات",
    keys: "تنتقل أسهم لوحة المفاتيح من لحظة إلى أخرى.",
    choose: "اختر سهمًا لتقرأ عنه.",
    copy: "نسخ كنص",
    save: `حفظ بصيغة ${i("SVG")}`,
    now: "الآن",
    lanes: { model: "النموذج", server: "الخادم", browser: "هذا المتصفح" },
    demoModel: "تجريبي",
    you: "وأنت",
    figures: {
      all: "الإجمالي",
      soFar: "حتى الآن",
      model: "النموذج",
      user: "مدة انتظارك",
      bodies: "الأدوات هنا",
      requests: "الطلبات",
      calls: "الاستدعاءات",
      tokens: "الرموز",
    },
    spans: {
      thinks: (time) => `يفكر ${i(time)}`,
      writes: (time) => `يكتب ${i(time)}`,
      runs: (time) => `يعمل ${i(time)}`,
      waits: (time) => `ينتظرك ${i(time)}`,
    },
    labels: {
      sent: "كلماتك",
      ask: "يسأل النموذج",
      askAgain: (n, count) =>
        forms(count, {
          zero: "يسأل مجددًا دون نتائج",
          one: "يسأل مجددًا مع النتيجة",
          two: "يسأل مجددًا مع نتيجتين",
          few: `يسأل مجددًا مع ${i(n)} نتائج`,
          other: `يسأل مجددًا مع ${i(n)} نتيجة`,
        }),
      wants: (tool) => `يريد: ${i(tool)}`,
      wantsMany: (n, count) => `يريد ${tools(n, count)}`,
      says: "يجيب بالكلمات",
      silence: "لا إجابة",
      call: (tool) => `استدعاء: ${i(tool)}`,
      got: "وصل",
      asks: "يسألك",
      asksClick: "يطلب نقرة",
      allowed: "سمحتَ به",
      declined: "رفضتَه",
      notAllowed: "غير مسموح",
      clicked: "نقرتَ",
      result: "النتيجة",
      refused: "مرفوض",
      failed: "لم ينجح",
      timedOut: "انتهت المهلة",
      stopped: "متوقف",
      cutOff: "انقطع",
      noSign: "لا إشارة من الصفحة",
      there: (tool) => `يعمل على الخادم: ${i(tool)}`,
      unsent: (tool) => `لم يُمرَّر: ${i(tool)}`,
      retrying: "يسأل مرة أخرى",
      queued: "ينتظر مكانًا",
      compacted: "يلخّص ما مضى",
      budget_warning: "قرب الحد",
      stop: "ضغطتَ على إيقاف",
      answer: "الإجابة",
      ended: "النهاية",
      gaveUp: "يتوقف عن المحاولة",
      lost: "انقطع الاتصال",
      notTaken: "لم يُقبل",
    },
    facts: {
      after: (time) => `بعد ${i(time)}`,
      took: (time) => `في ${i(time)}`,
      tokens: (n, count) =>
        forms(count, {
          zero: "لا رموز",
          one: "رمز واحد",
          two: "رمزان",
          few: `${i(n)} رموز`,
          many: `${i(n)} رمزًا`,
          other: `${i(n)} رمز`,
        }),
    },
    sentences: {
      sent: (size) => `ذهبت كلماتك إلى الخادم: ${i(size)}.`,
      ask: (size) =>
        `سأل الخادم النموذج: كلماتك، وما قيل قبلها، وقائمة الأدوات${size && `، ${i(size)}`}.`,
      askAgain: (n, count, size) => {
        const rest = size && `: ${i(size)}`;
        return forms(count, {
          zero: `سأل الخادم النموذج مرة أخرى دون نتائج${rest}.`,
          one: `مرّر الخادم النتيجة وسأل النموذج مرة أخرى${rest}.`,
          two: `مرّر الخادم نتيجتين وسأل النموذج مرة أخرى${rest}.`,
          few: `مرّر الخادم ${i(n)} نتائج وسأل النموذج مرة أخرى${rest}.`,
          other: `مرّر الخادم ${i(n)} نتيجة وسأل النموذج مرة أخرى${rest}.`,
        });
      },
      wants: (tools, count, time) =>
        forms(count, {
          one: `بعد ${i(time)} طلب النموذج أداة: ${i(tools)}.`,
          two: `بعد ${i(time)} طلب النموذج أداتين: ${i(tools)}.`,
          other: `بعد ${i(time)} طلب النموذج أدوات: ${i(tools)}.`,
        }),
      saidBefore: "وقال شيئًا قبل ذلك.",
      says: (time) => `بعد ${i(time)} كانت إجابة النموذج جاهزة.`,
      first: (time) => `جاءت الكلمة الأولى بعد ${i(time)}.`,
      tokens: (read, thought, wrote) =>
        `عدد الرموز التي قرأها ${i(read)}${thought && `، والتي فكر بها ${i(thought)}`}، والتي كتبها ${i(wrote)}.`,
      silence: (time) => `لم تأتِ إجابة من النموذج؛ انتظر الخادم ${i(time)}.`,
      call: (tool, size) =>
        `أرسل الخادم الاستدعاء إلى هذا المتصفح: ${i(tool)}، وحجم معطياته ${i(size)}.`,
      got: "أخبر هذا المتصفح الخادم بأن الاستدعاء وصل.",
      asks: (question) => `سألك هذا المتصفح: ${i(question)}.`,
      asksPermission: "طلب المتصفح إذنك.",
      asksClick: "أراد المتصفح نقرة منك.",
      allowed: (time) => `سمحتَ به بعد ${i(time)}.`,
      declined: (time) => `رفضتَه بعد ${i(time)}.`,
      notAllowed: (time) => `بعد ${i(time)} كان الجواب لا: هذا غير مسموح هنا.`,
      clicked: (time) => `نقرتَ بعد ${i(time)}.`,
      result: (tool, time, size) =>
        `عملت أداة ${i(tool)} في هذا المتصفح مدة ${i(time)}، وذهبت النتيجة إلى الخادم: ${i(size)}.`,
      there: (tool, time) => `عملت أداة ${i(tool)} على الخادم مدة ${i(time)}.`,
      unsent: (tool, why) => `لم يمرّر الخادم الاستدعاء: ${i(tool)}. ${i(why)}`,
      stop: "ضغطتَ على إيقاف.",
      answer: (size, time) =>
        `وصلت الإجابة: ${i(size)}، بعد ${i(time)} من سؤالك.`,
      ended: "انتهى الدور.",
    },
  },

  withheld: {
    insecure_context: `تحتاج إلى ${i("https")} أو ${i("localhost")}`,
    unsupported: "لا يستطيعها هذا المتصفح",
    policy: "لا يُسمح لهذه الصفحة باستخدامها",
    no_body: "تحتاج إلى صفحة تأتي بها",
    no_approval: "تحتاج إلى صفحة يمكنها أن تسألك أولًا",
    operator: "لا يسمح بها هذا الخادم",
    no_entry: "الخادم لا يعرفها",
    declared: (expected, got) =>
      `لا يقبل الخادم ما تعلنه هذه الصفحة: المتوقع ${i(expected)}، والموجود ${i(got)}`,
    schema: (server, page) =>
      `الصفحة والخادم غير متفقين (الخادم ${i(server || "غير معروف")}، الصفحة ${i(page || "غير معروف")}): أعد تحميل الصفحة`,
  },

  question: {
    cancel: "بلا إجابة",
    send: "إرسال الإجابة",
  },

  asks: {
    expires: (wait) => `تنتهي المهلة بعد ${i(wait)}`,
    covered: "شيء ما يغطي هذا السؤال. اكشفه لتجيب.",
    readsTo: (provider) =>
      `ما يُقرأ يذهب إلى هذا الخادم، ومنه إلى ${i(provider)}.`,
    readsHere: "ما يُقرأ يذهب إلى هذا الخادم ولا يتجاوزه.",
    ownTool: (title) => `تشغيل «${i(title)}»، أداة من هذه الصفحة`,
    ownRuns: "قد يغيّر هذا شيئًا هنا. سيعرف النموذج ما نتج عنه.",
    runsThere:
      "هذا يعمل على الخادم لا في هذا المتصفح. سيعرف النموذج ما نتج عنه.",
  },

  calls: {
    because: (state, reason) => `${rlm}${i(state)}: ${i(reason)}`,
    reasons: {
      unknown_tool: "لا توجد أداة كهذه",
      invalid_args: "معطيات خاطئة",
      needs_gesture: "يحتاج إلى نقرة",
      unsupported: "غير ممكن هنا",
      not_delivered: "لم تستجب الصفحة",
      noAnswer: "لم تجب",
      tooSlow: "استغرق وقتًا طويلًا",
      disconnected: "انقطع الاتصال",
      budget: "بلغ الحد",
      too_large: "أكبر من أن يُمرَّر",
      invalid_result: "نتيجة خاطئة",
      blocked: "محظور لهذا الموقع",
      dismissed: "لم تجب المتصفح",
      system: "معطّل في النظام",
      unavailable: "غير متاح الآن",
      insecure: `يحتاج إلى ${i("https")} أو ${i("localhost")}`,
      policy: "غير مسموح في هذه الصفحة",
    },
    settings: {
      location: "الموقع الجغرافي",
      clipboard: "الحافظة",
      other: "هذا",
    },
    location: {
      blocked: "لم يعطِ المتصفح موقعك الجغرافي: إنه محظور لهذا الموقع.",
      dismissed:
        "أغلقتَ سؤال المتصفح عن موقعك الجغرافي. سيسأل مجددًا عند إعادة المحاولة.",
      system: "تحديد الموقع الجغرافي معطّل لهذا المتصفح في النظام.",
      unavailable: `لم يعثر الجهاز على موقعه. قد يزول هذا: أعد المحاولة، وربما مع تشغيل ${i("Wi-Fi")} أو قرب نافذة.`,
      policy: "لا يُسمح لهذه الصفحة باستخدام الموقع الجغرافي.",
    },
    clipboard: {
      blocked: "لم يفتح المتصفح الحافظة: إنها محظورة لهذا الموقع.",
      dismissed:
        "أغلقتَ سؤال المتصفح عن الحافظة. سيسأل مجددًا عند إعادة المحاولة.",
      system: "يمنع النظام الحافظة عن هذا المتصفح.",
      unavailable: "تعذّر الوصول إلى الحافظة. أعد المحاولة.",
      policy: "لا يُسمح لهذه الصفحة باستخدام الحافظة.",
    },
    other: {
      blocked: "لم يسمح المتصفح بهذا: إنه محظور لهذا الموقع.",
      dismissed: "أغلقتَ سؤال المتصفح. سيسأل مجددًا عند إعادة المحاولة.",
      system: "يمنع النظام هذا عن المتصفح.",
      unavailable: "هذا غير متاح في هذه اللحظة. أعد المحاولة.",
      policy: "لا يُسمح لهذه الصفحة بفعل هذا.",
    },
    undo: {
      chromeDesktop: (setting) =>
        `افتح إعدادات الموقع بجانب العنوان واسمح بهذا: ${i(setting)}.`,
      edgeDesktop: (setting) =>
        `انقر القفل بجانب العنوان، ثم أذونات هذا الموقع، واسمح بهذا: ${i(setting)}.`,
      operaDesktop: (setting) =>
        `انقر القفل بجانب العنوان، ثم إعدادات الموقع، واسمح بهذا: ${i(setting)}.`,
      chromeAndroid: (setting) =>
        `المس الرمز بجانب العنوان، ثم الأذونات، واسمح بهذا: ${i(setting)}.`,
      firefoxDesktop: (setting) =>
        `انقر الرمز المشطوب بجانب العنوان وأزل الحظر عن هذا: ${i(setting)}.`,
      firefoxAndroid: (setting) =>
        `المس الرمز بجانب العنوان، ثم المس كلمة محظور بجانب هذا: ${i(setting)}.`,
      safariMac: (setting) =>
        `اختر من قائمة ${i("Safari")} إعدادات هذا الموقع، واسمح بهذا: ${i(setting)}.`,
      safariIOS: (setting) =>
        `المس الرمز بجانب العنوان، ثم إعدادات الموقع، واسمح بهذا: ${i(setting)}.`,
      otherIOS: (setting) =>
        `افتح تطبيق الإعدادات في هذا الجهاز، واختر هذا المتصفح، واسمح بهذا: ${i(setting)}.`,
      other: (setting) =>
        `افتح إعدادات هذا الموقع في متصفحك واسمح بهذا: ${i(setting)}.`,
    },
    switchOn: {
      mac: "افتح إعدادات النظام، ثم الخصوصية والأمن، ثم خدمات الموقع، وشغّلها لهذا المتصفح.",
      windows: `افتح إعدادات ${i("Windows")}، ثم الخصوصية والأمان، ثم الموقع، وشغّله.`,
      ios: "افتح تطبيق الإعدادات، ثم الخصوصية والأمن، ثم خدمات الموقع، وشغّلها لهذا المتصفح.",
      android: "اسحب من أعلى الشاشة إلى أسفل وشغّل الموقع.",
      other: "شغّل تحديد الموقع في إعدادات هذا الجهاز.",
    },
    allowedNow: (setting) => `صار مسموحًا الآن: ${i(setting)}.`,
    askableNow: (setting) =>
      `لم يعد محظورًا: ${i(setting)}. سيسأل المتصفح عند إعادة المحاولة.`,
    noAnswer: "لم تجب في الوقت المحدد، فتوقفت المحاولة.",
    mayHaveHappened: "ربما يكون قد حدث رغم ذلك؛ وقد تكرره المحاولة مرة أخرى.",
    checkFirst: "تحقق هل حدث قبل أن تطلبه مرة أخرى.",
    check: "التحقق مما حدث",
    checkMessage: (title) =>
      `تحقق هل حدث هذا: «${i(title)}». لا تفعله مرة أخرى.`,
    againRepeats: "ستُرسل رسالتك مرة أخرى؛ وقد يتغير مجددًا ما تغيّر من قبل.",
    saved: (key) => `خُزّن في هذا المتصفح باسم ${i(key)}`,
    showSaved: "عرض ما هو مخزَّن",
    picture: (n, of) => `الصورة ${i(n)} من ${i(of)}`,
    pictureOf: (size) => `صورة، ${i(size)}`,
  },

  toolbox: {
    intro: "ما يستطيع المساعد استخدامه، وأين يحدث ذلك. لا يستطيع هنا غير هذا.",
    offline: "تظهر القائمة عند الوصول إلى الخادم.",
    ready: "جاهزة",
    asks: "تسألك أولًا",
    browserAsks: "يسأل المتصفح أولًا",
    allowed: "مسموح بها في هذه الجلسة",
    off: "معطّلة",
    examples: (title) => `أشياء يمكنك تجربتها مع ${i(title)}`,
    framed: (allow) =>
      `هذه الصفحة داخل إطار لم يُمنح الإذن. تمنحه الصفحة المحيطة به بوضع ${i(allow)} على ${i("iframe")}.`,
    fixes: {
      insecure_context: `افتح هذه الصفحة على ${i("https")} أو ${i("localhost")}.`,
      unsupported: "قد يستطيع ذلك متصفح آخر.",
      policy: "عطّلتها الصفحة، أو الموقع المحيط بها، لهذه الصفحة.",
      no_body: "تستطيع ذلك صفحة تأتي بها.",
      no_approval: "تستطيع ذلك صفحة يمكنها أن تسألك أولًا.",
      operator: "يستطيع من يدير هذا الخادم السماح بها.",
    },
  },

  starts: {
    duplicated:
      "لعلامة التبويب هذه محادثة خاصة بها، والمحادثة السابقة مستمرة في الأخرى.",
    forgotten: "لم يعد المساعد يتذكر ما قيل قبل تحميل هذه الصفحة.",
    truncated: "بدأت المحادثة قبل ذلك، ولم يعد جزؤها الأقدم معروضًا.",
  },
  mayWorkIn: (wait) => `قد ينجح مجددًا بعد ${i(wait)}.`,

  errors: {
    busy: "لم تُرسل: ما زال المساعد يجيب. انتظره أو أوقفه أولًا.",
    duplicate: "لم تُرسل مرة أخرى: هذه الرسالة لدى الخادم بالفعل.",
    too_large: "لم تُرسل: هذا أكثر مما يأخذه الخادم دفعة واحدة. أرسل أقل.",
    rate_limited: "لم تُرسل: رسائل كثيرة في وقت قصير.",
    malformed: "لم يفهم الخادم هذه الصفحة. أعد تحميلها إن تكرر هذا.",
    internal: "تعطّل الخادم؛ الخطأ ليس منك. حاول مرة أخرى.",
  },

  refusals: {
    too_large: "لم تُرسل: النص أطول من المسموح. أرسل أقل.",
    too_largeFor: (limit) => `لم تُرسل: النص أطول من ${i(limit)}. أرسل أقل.`,
  },

  contractFile: {
    changed: "تغيّر العقد: تستخدمه المحادثة الجديدة.",
    faulty: "في العقد أخطاء. ما زال آخر عقد سليم مستخدمًا.",
    faults: "أخطاء العقد",
    whole: "الملف كله",
  },

  contract: {
    "Your location": "موقعك الجغرافي",
    "Read your location": "قُرئ موقعك الجغرافي",
    Remember: "تذكُّر",
    "Remembered {key}": "حُفظ {key}",
    Recall: "استرجاع",
    "Looked up {key}": "استُرجع {key}",
    "What is remembered": "ما هو محفوظ",
    "Listed what is remembered": "عُرض ما هو محفوظ",
    "Search memory": "البحث في المحفوظ",
    "Searched for {query}": "تم البحث عن {query}",
    Forget: "نسيان",
    "Forgot {key}": "نُسي {key}",
    "Read the clipboard": "قراءة الحافظة",
    "Read the text on your clipboard": "قراءة النص الموجود في حافظتك",
    "Copy to the clipboard": "النسخ إلى الحافظة",
    "Copied to the clipboard": "تم النسخ إلى الحافظة",
    "This device": "هذا الجهاز",
    "Looked at this device": "فُحص هذا الجهاز",
    "Read aloud": "القراءة بصوت مسموع",
    "Started to speak": "بدأ الكلام",
    "Ask you": "سؤالك",
    "Asked you": "سألك",
  },
};
