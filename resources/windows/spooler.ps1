# Guichet's way to the print queues of Windows: one request a line on the standard input, one reply a line on the standard
# output, both JSON; ends with its input. electron/printing/printers/windows-spooler.ts says what is asked and answered.
$ErrorActionPreference = 'Stop'
$utf8 = New-Object System.Text.UTF8Encoding($false)
$asked = New-Object System.IO.StreamReader([Console]::OpenStandardInput(), $utf8)
$said = New-Object System.IO.StreamWriter([Console]::OpenStandardOutput(), $utf8)
$said.AutoFlush = $true

Add-Type -ReferencedAssemblies System.Drawing -TypeDefinition @'
using System;
using System.ComponentModel;
using System.Drawing;
using System.Drawing.Drawing2D;
using System.Drawing.Printing;
using System.Runtime.InteropServices;
using System.Text;

public static class Spooler {
    const int NotFound = 1801, JobGone = 87, Retain = 8, Delete = 5;

    [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
    struct DocInfo { public int Size; public string Name; public string Output; public string Datatype; public int Type; }
    [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
    struct PrinterInfo4 { public string Name; public string Server; public uint Attributes; }
    [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
    struct JobInfo1 {
        public uint Id; public IntPtr Printer, Machine, User, Document, Datatype, StatusText;
        public uint Status, Priority, Position, TotalPages, PagesPrinted;
    }

    [DllImport("winspool.drv", CharSet = CharSet.Unicode, SetLastError = true)]
    static extern bool OpenPrinter(string name, out IntPtr printer, IntPtr defaults);
    [DllImport("winspool.drv")]
    static extern bool ClosePrinter(IntPtr printer);
    [DllImport("winspool.drv", CharSet = CharSet.Unicode, SetLastError = true)]
    static extern bool GetPrinter(IntPtr printer, int level, IntPtr buffer, int size, out int needed);
    [DllImport("winspool.drv", CharSet = CharSet.Unicode, SetLastError = true)]
    static extern bool GetJob(IntPtr printer, int job, int level, IntPtr buffer, int size, out int needed);
    [DllImport("winspool.drv", CharSet = CharSet.Unicode, SetLastError = true)]
    static extern bool SetJob(IntPtr printer, int job, int level, IntPtr info, int command);
    [DllImport("winspool.drv", CharSet = CharSet.Unicode, SetLastError = true)]
    static extern bool GetDefaultPrinter(StringBuilder name, ref int size);
    [DllImport("gdi32.dll", CharSet = CharSet.Unicode, SetLastError = true)]
    static extern IntPtr CreateDC(string driver, string device, string port, IntPtr mode);
    [DllImport("gdi32.dll")]
    static extern bool DeleteDC(IntPtr dc);
    [DllImport("gdi32.dll", CharSet = CharSet.Unicode, SetLastError = true)]
    static extern int StartDoc(IntPtr dc, ref DocInfo info);
    [DllImport("gdi32.dll", SetLastError = true)]
    static extern int StartPage(IntPtr dc);
    [DllImport("gdi32.dll", SetLastError = true)]
    static extern int EndPage(IntPtr dc);
    [DllImport("gdi32.dll", SetLastError = true)]
    static extern int EndDoc(IntPtr dc);
    [DllImport("gdi32.dll")]
    static extern int AbortDoc(IntPtr dc);
    [DllImport("gdi32.dll")]
    static extern int GetDeviceCaps(IntPtr dc, int index);
    [DllImport("kernel32.dll")]
    static extern IntPtr GlobalLock(IntPtr handle);
    [DllImport("kernel32.dll")]
    static extern bool GlobalUnlock(IntPtr handle);
    [DllImport("kernel32.dll")]
    static extern IntPtr GlobalFree(IntPtr handle);

    delegate bool Reader(IntPtr buffer, int size, out int needed);

    static T Read<T>(Reader reader) {
        int needed;
        reader(IntPtr.Zero, 0, out needed);
        if (needed == 0) throw new Win32Exception();
        IntPtr buffer = Marshal.AllocHGlobal(needed);
        try {
            if (!reader(buffer, needed, out needed)) throw new Win32Exception();
            return (T)Marshal.PtrToStructure(buffer, typeof(T));
        } finally { Marshal.FreeHGlobal(buffer); }
    }

    static T With<T>(string queue, Func<IntPtr, T> work) {
        IntPtr printer;
        if (!OpenPrinter(queue, out printer, IntPtr.Zero)) throw new Win32Exception();
        try { return work(printer); } finally { ClosePrinter(printer); }
    }

    public static string Default() {
        int size = 0;
        GetDefaultPrinter(null, ref size);
        if (size == 0) return null;
        StringBuilder name = new StringBuilder(size);
        return GetDefaultPrinter(name, ref size) ? name.ToString() : null;
    }

    /// Their names, the default one first.
    public static string[] Queues() {
        System.Collections.Generic.List<string> names = new System.Collections.Generic.List<string>();
        foreach (string name in PrinterSettings.InstalledPrinters) names.Add(name);
        string standard = Default();
        if (standard != null && names.Remove(standard)) names.Insert(0, standard);
        return names.ToArray();
    }

    /// Status and attributes of a queue; null where there is none of that name.
    public static uint[] Look(string queue) {
        try {
            return With(queue, printer => new uint[] {
                Read<uint>((IntPtr buffer, int size, out int needed) => GetPrinter(printer, 6, buffer, size, out needed)),
                Read<PrinterInfo4>((IntPtr buffer, int size, out int needed) => GetPrinter(printer, 4, buffer, size, out needed)).Attributes
            });
        } catch (Win32Exception error) {
            if (error.NativeErrorCode == NotFound) return null;
            throw;
        }
    }

    /// Whether the last page to print came as far as the queue.
    public static bool Sent;

    /// Prints one page of just that size, without a dialog; gives the job's number, or 0 where the queue took nothing.
    public static int Print(string queue, string title, double widthMm, double heightMm, string picture) {
        Sent = false;
        PrinterSettings settings = new PrinterSettings();
        settings.PrinterName = queue;
        PageSettings page = (PageSettings)settings.DefaultPageSettings.Clone();
        page.PaperSize = new PaperSize("Guichet", (int)Math.Round(widthMm / 0.254), (int)Math.Round(heightMm / 0.254));
        page.Landscape = false;
        IntPtr mode = settings.GetHdevmode(page);
        IntPtr dc = IntPtr.Zero;
        try {
            dc = CreateDC("WINSPOOL", queue, null, GlobalLock(mode));
            if (dc == IntPtr.Zero) throw new Win32Exception();
            DocInfo info = new DocInfo();
            info.Size = Marshal.SizeOf(typeof(DocInfo));
            info.Name = title;
            Sent = true;
            int job = StartDoc(dc, ref info);
            if (job <= 0) return 0;
            try {
                // Kept after printing, so that the spooler says "printed" and not just nothing.
                With(queue, printer => SetJob(printer, job, 0, IntPtr.Zero, Retain));
                if (StartPage(dc) <= 0) throw new Win32Exception();
                using (Image image = Image.FromFile(picture))
                using (Graphics graphics = Graphics.FromHdc(dc)) {
                    // From the paper's corner, not from that of what the printer reaches.
                    graphics.PageUnit = GraphicsUnit.Pixel;
                    graphics.TranslateTransform(-GetDeviceCaps(dc, 112), -GetDeviceCaps(dc, 113));
                    graphics.InterpolationMode = InterpolationMode.HighQualityBicubic;
                    float across = GetDeviceCaps(dc, 88) / 25.4f, down = GetDeviceCaps(dc, 90) / 25.4f;
                    graphics.DrawImage(image, 0f, 0f, (float)widthMm * across, (float)heightMm * down);
                }
                if (EndPage(dc) <= 0 || EndDoc(dc) <= 0) throw new Win32Exception();
                return job;
            } catch { AbortDoc(dc); throw; }
        } finally {
            if (dc != IntPtr.Zero) DeleteDC(dc);
            GlobalUnlock(mode);
            GlobalFree(mode);
        }
    }

    /// Status and pages that came out; null where the queue has the job no more.
    public static uint[] Job(string queue, int job) {
        return With(queue, printer => {
            try {
                JobInfo1 info = Read<JobInfo1>((IntPtr buffer, int size, out int needed) => GetJob(printer, job, 1, buffer, size, out needed));
                return new uint[] { info.Status, info.PagesPrinted };
            } catch (Win32Exception error) {
                if (error.NativeErrorCode == JobGone) return null;
                throw;
            }
        });
    }

    public static bool Remove(string queue, int job) {
        return With(queue, printer => SetJob(printer, job, 0, IntPtr.Zero, Delete));
    }
}
'@

function Answer($request) {
    switch ($request.op) {
        'look' {
            $name = if ($null -eq $request.queue) { [Spooler]::Default() } else { [string]$request.queue }
            $found = if ($name) { [Spooler]::Look($name) } else { $null }
            if ($null -eq $found) { return @{ missing = $true } }
            return @{ name = $name; status = $found[0]; attributes = $found[1] }
        }
        'queues' { return @{ queues = @([Spooler]::Queues()) } }
        'print' {
            $job = [Spooler]::Print($request.queue, $request.title, $request.widthMm, $request.heightMm, $request.picture)
            return @{ job = $job }
        }
        'job' {
            $found = [Spooler]::Job($request.queue, $request.job)
            if ($null -eq $found) { return @{ gone = $true } }
            return @{ status = $found[0]; pagesPrinted = $found[1] }
        }
        'remove' { return @{ removed = [Spooler]::Remove($request.queue, $request.job) } }
        default { throw "no operation $($request.op)" }
    }
}

while ($null -ne ($line = $asked.ReadLine())) {
    $request = $line | ConvertFrom-Json
    try { $reply = Answer $request }
    catch { $reply = @{ error = $_.Exception.GetBaseException().Message; sent = [Spooler]::Sent } }
    $reply.id = $request.id
    $said.WriteLine(($reply | ConvertTo-Json -Compress))
}
